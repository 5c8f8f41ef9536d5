import { useState } from 'react'
import type { ManagementEndpoint } from '../../shared/management/endpoint-scopes.ts'
import { blockUser, resetUserPin, signOutUser, unblockUser } from '../../shared/management/user-actions.ts'
import { getUserSessions } from '../../shared/management/user-records.ts'
import { getUserDetails, type UserDetails } from '../../shared/management/users.ts'
import { useMutation } from '../account/use-mutation.ts'
import { toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Button } from '../ui/index.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ReasonField } from './reason-field.tsx'
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
  const reloads = [getUserDetails, getUserSessions]
  const mutations = {
    block: useMutation(blockUser, { reloads }),
    unblock: useMutation(unblockUser, { reloads }),
    signOut: useMutation(signOutUser, { reloads }),
    resetPin: useMutation(resetUserPin, { reloads }),
  } as const satisfies Record<UserAction, unknown>
  const isBusy = Object.values(mutations).some((mutation) => mutation.isBusy)

  async function submitWithPin(auth_pin: string) {
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
        <ActionDialog
          title={actionTexts[action].label()}
          lead={<p>{actionTexts[action].description()}</p>}
          submitText={actionTexts[action].label()}
          isComplete={reason.trim() !== ''}
          isBusy={isBusy}
          onClose={() => setAction(null)}
          onVerified={submitWithPin}
        >
          <ReasonField hint={managedUserPageTexts.reasonHint()} value={reason} onValueChange={setReason} />
        </ActionDialog>
      )}
    </>
  )
}
