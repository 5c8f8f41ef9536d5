import { useState } from 'react'
import type { ManagementEndpoint } from '../../shared/management/endpoint-scopes.ts'
import { blockUser, resetUserPin, signOutUser, unblockUser } from '../../shared/management/user-actions.ts'
import { getUserSessions } from '../../shared/management/user-records.ts'
import { getUserDetails, type UserDetails } from '../../shared/management/users.ts'
import { useMutation } from '../account/use-mutation.ts'
import { toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { PinDialog } from './pin-dialog.tsx'
import { managementTexts } from './texts.ts'
import { UserScopes } from './user-scopes.tsx'
import { managedUserPageTexts } from './user-texts.ts'
import { isVisible } from './visible.ts'

type UserAction = 'block' | 'unblock' | 'signOut' | 'resetPin'

const actionTexts: Record<UserAction, { label: () => string; description: () => string }> = {
  block: { label: managedUserPageTexts.block, description: managedUserPageTexts.blockDescription },
  unblock: { label: managedUserPageTexts.unblock, description: managedUserPageTexts.unblockDescription },
  signOut: { label: managedUserPageTexts.signOut, description: managedUserPageTexts.signOutDescription },
  resetPin: { label: managedUserPageTexts.resetPin, description: managedUserPageTexts.resetPinDescription },
}

const actionEndpoints = {
  block: 'blockUser',
  unblock: 'unblockUser',
  signOut: 'signOutUser',
  resetPin: 'resetUserPin',
} as const satisfies Record<UserAction, ManagementEndpoint>

const actionsOf = ({ blocked, has_pin }: UserDetails): UserAction[] => [
  ...(blocked ? (['unblock'] as const) : (['block', 'signOut'] as const)),
  ...(has_pin ? (['resetPin'] as const) : []),
]

/** Actions on a user's account. Each requires a reason and the manager's PIN. */
export function UserActions({ user, scopes }: { user: UserDetails } & Pick<ManagementPage, 'scopes'>) {
  const [action, setAction] = useState<UserAction | null>(null)
  const [reason, setReason] = useState('')
  const [isPinOpen, setIsPinOpen] = useState(false)
  const reloads = [getUserDetails, getUserSessions]
  const mutations = {
    block: useMutation(blockUser, { reloads }),
    unblock: useMutation(unblockUser, { reloads }),
    signOut: useMutation(signOutUser, { reloads }),
    resetPin: useMutation(resetUserPin, { reloads }),
  } as const satisfies Record<UserAction, unknown>
  const isBusy = Object.values(mutations).some((mutation) => mutation.isBusy)

  async function submitWithPin(auth_pin: string) {
    setIsPinOpen(false)
    if (!action) return
    const envelope = await mutations[action].send({
      params: { uniqueid: user.uniqueid },
      body: { auth_pin, reason },
    })
    if (!envelope) return
    toast.success(envelope.message)
    setAction(null)
    setReason('')
  }

  if (user.is_own) return <p className="field-hint">{managedUserPageTexts.ownAccount()}</p>
  return (
    <>
      <div className="row">
        {actionsOf(user)
          .filter((name) => isVisible(scopes, actionEndpoints[name]))
          .map((name) => (
            <Button key={name} kind="plain" onClick={() => setAction(name)}>
              {actionTexts[name].label()}
            </Button>
          ))}
        {isVisible(scopes, 'requestUserScopes') && <UserScopes user={user} />}
      </div>
      {action && (
        <Dialog title={actionTexts[action].label()} onClose={() => setAction(null)} locked={isBusy}>
          <p>{actionTexts[action].description()}</p>
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault()
              if (reason.trim()) setIsPinOpen(true)
            }}
          >
            <TextField
              name="reason"
              label={managementTexts.reason()}
              hint={managedUserPageTexts.reasonHint()}
              required
              maxLength={300}
              autoComplete="off"
              value={reason}
              onValueChange={setReason}
            />
            <Button type="submit" className="btn-wide" busy={isBusy} disabled={reason.trim() === ''}>
              {actionTexts[action].label()}
            </Button>
          </form>
        </Dialog>
      )}
      {isPinOpen && <PinDialog onClose={() => setIsPinOpen(false)} onVerified={submitWithPin} />}
    </>
  )
}
