import { useState } from 'react'
import { requestUserScopes } from '../../shared/management/user-actions.ts'
import type { UserDetails } from '../../shared/management/users.ts'
import { type ManagerScope, scopes } from '../../shared/scopes.ts'
import { useMutation } from '../account/use-mutation.ts'
import { toast } from '../lib/index.ts'
import { Button } from '../ui/index.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ReasonField } from './reason-field.tsx'
import { scopeHints, scopeNames } from './scope-names.ts'
import { scopeTexts } from './scope-texts.ts'

/** The user's role as text, with a manager's scopes. */
export const roleAndScopesText = ({ role, scopes: owned }: Pick<UserDetails, 'role' | 'scopes'>): string => {
  if (role === 'user') return scopeTexts.user()
  if (owned.length === 0) return scopeTexts.noScopes()
  return scopeTexts.manager({ scopes: owned.map((scope) => scopeNames[scope]()).join(', ') })
}

/** Requests other scopes for a user, which a second admin approves. */
export function UserScopes({ user }: { user: UserDetails }) {
  const [isOpen, setIsOpen] = useState(false)
  const [selectedScopes, setSelectedScopes] = useState<readonly ManagerScope[]>(user.scopes)
  const [reason, setReason] = useState('')
  const { isBusy, send } = useMutation(requestUserScopes)

  function openDialog() {
    setSelectedScopes(user.scopes)
    setReason('')
    setIsOpen(true)
  }
  async function submitRequest(auth_pin: string) {
    const envelope = await send({
      params: { uniqueid: user.uniqueid },
      body: { auth_pin, reason, scopes: [...selectedScopes] },
    })
    if (!envelope) return
    toast.success(envelope.message)
    setIsOpen(false)
  }

  return (
    <>
      <Button kind="plain" onClick={openDialog}>
        {scopeTexts.change()}
      </Button>
      {isOpen && (
        <ActionDialog
          title={scopeTexts.change()}
          lead={<p>{scopeTexts.description()}</p>}
          submitText={scopeTexts.request()}
          isComplete={reason.trim() !== ''}
          isBusy={isBusy}
          onClose={() => setIsOpen(false)}
          onVerified={submitRequest}
        >
          <fieldset className="stack">
            <legend className="field-label">{scopeTexts.scopes()}</legend>
            {scopes.map((scope) => (
              <label key={scope} className="check">
                <input
                  type="checkbox"
                  name="scopes"
                  value={scope}
                  checked={selectedScopes.includes(scope)}
                  onChange={({ target }) =>
                    setSelectedScopes((previous) =>
                      target.checked ? [...previous, scope] : previous.filter((other) => other !== scope),
                    )
                  }
                />
                <span>
                  {scopeNames[scope]()}
                  <small className="field-hint"> {scopeHints[scope]()}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <ReasonField value={reason} onValueChange={setReason} />
        </ActionDialog>
      )}
    </>
  )
}
