import { useState } from 'react'
import { disableSecondFactor, getSecondFactorState } from '../../shared/second-factor.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useQuery } from '../account/use-query.ts'
import { toast } from '../lib/index.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import type { ManagementPage } from '../pages.ts'
import { Form } from '../ui/form.tsx'
import { Button, Dialog, PasswordField, TextField } from '../ui/index.ts'
import { Enrolment } from './enrolment.tsx'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { signInProtectionTexts } from './sign-in-protection-texts.ts'

/** The manager's own second factor. */
export default function SignInProtection(page: ManagementPage) {
  const state = useQuery(getSecondFactorState)
  return (
    <PageLayout {...page} path="/management/sign-in" title={signInProtectionTexts.title()}>
      <section className="card stack narrow" aria-label={signInProtectionTexts.title()}>
        <QueryContent query={state}>
          {({ enrolled, required, recovery_codes }) =>
            enrolled ? (
              <>
                <p>{signInProtectionTexts.on()}</p>
                <p className="field-hint">{signInProtectionTexts.codesLeft({ count: recovery_codes })}</p>
                <Removal onRemoved={state.reload} />
              </>
            ) : (
              <Enrolment required={required} onDone={state.reload} />
            )
          }
        </QueryContent>
      </section>
    </PageLayout>
  )
}

function Removal({ onRemoved }: { onRemoved: () => void }) {
  const isHydrated = useHydrated()
  const [isOpen, setIsOpen] = useState(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { isBusy, send } = useMutation(disableSecondFactor)

  async function submit() {
    const envelope = await send({ body: { password, code } })
    if (!envelope) return
    toast.success(envelope.message)
    setIsOpen(false)
    onRemoved()
  }
  return (
    <>
      <Button kind="plain" onClick={() => setIsOpen(true)}>
        {signInProtectionTexts.remove()}
      </Button>
      {isOpen && (
        <Dialog title={signInProtectionTexts.remove()} onClose={() => setIsOpen(false)} locked={isBusy}>
          <Form onSubmit={submit}>
            <PasswordField
              name="password"
              isHydrated={isHydrated}
              label={signInProtectionTexts.password()}
              autoComplete="current-password"
              value={password}
              onValueChange={setPassword}
            />
            <TextField
              name="code"
              label={signInProtectionTexts.code()}
              hint={signInProtectionTexts.removeCodeHint()}
              autoComplete="one-time-code"
              value={code}
              onValueChange={setCode}
            />
            <Button
              type="submit"
              className="btn-wide"
              busy={isBusy}
              disabled={password === '' || code.trim() === ''}
            >
              {signInProtectionTexts.remove()}
            </Button>
          </Form>
        </Dialog>
      )}
    </>
  )
}
