import { useState } from 'react'
import type { DataOf } from '../../shared/contract.ts'
import { confirmSecondFactor, startSecondFactor } from '../../shared/second-factor.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Form } from '../ui/form.tsx'
import { Button, CopyButton, PasswordField, TextField } from '../ui/index.ts'
import { QrCode } from './qr-code.tsx'
import { signInProtectionTexts } from './sign-in-protection-texts.ts'

/** Sets up the authenticator app: password, key, first code, recovery codes. */
export function Enrolment({ required, onDone }: { required: boolean; onDone: () => void }) {
  const [started, setStarted] = useState<DataOf<typeof startSecondFactor> | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return started ? (
    <Confirmation enrolment={started} onCodes={setCodes} />
  ) : (
    <>
      <p>{required ? signInProtectionTexts.required() : signInProtectionTexts.off()}</p>
      <PasswordStep onStarted={setStarted} />
    </>
  )
}

function PasswordStep({ onStarted }: { onStarted: (enrolment: DataOf<typeof startSecondFactor>) => void }) {
  const isHydrated = useHydrated()
  const [password, setPassword] = useState('')
  const { isBusy, send } = useMutation(startSecondFactor)

  async function submit() {
    const envelope = await send({ body: { password } })
    if (envelope?.data) onStarted(envelope.data)
  }
  return (
    <Form onSubmit={submit}>
      <PasswordField
        name="password"
        isHydrated={isHydrated}
        label={signInProtectionTexts.password()}
        autoComplete="current-password"
        value={password}
        onValueChange={setPassword}
      />
      <Button type="submit" className="btn-wide" busy={isBusy} disabled={password === ''}>
        {signInProtectionTexts.start()}
      </Button>
    </Form>
  )
}

interface ConfirmationProps {
  enrolment: DataOf<typeof startSecondFactor>
  onCodes: (codes: readonly string[]) => void
}

function Confirmation({ enrolment: { key, uri }, onCodes }: ConfirmationProps) {
  const [code, setCode] = useState('')
  const { isBusy, send } = useMutation(confirmSecondFactor)

  async function submit() {
    const envelope = await send({ body: { code } })
    if (envelope?.data) onCodes(envelope.data.recovery_codes)
  }
  return (
    <>
      <p>{signInProtectionTexts.scan()}</p>
      <QrCode text={uri} label={signInProtectionTexts.qrCode()} />
      <p className="row">
        <span>
          {signInProtectionTexts.key()} <code>{key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </span>
        <CopyText text={key} />
      </p>
      <Form onSubmit={submit}>
        <TextField
          name="code"
          label={signInProtectionTexts.code()}
          hint={signInProtectionTexts.codeHint()}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onValueChange={setCode}
        />
        <Button type="submit" className="btn-wide" busy={isBusy} disabled={code.trim() === ''}>
          {signInProtectionTexts.confirm()}
        </Button>
      </Form>
    </>
  )
}

const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <>
    <h2>{signInProtectionTexts.recoveryTitle()}</h2>
    <p>{signInProtectionTexts.recovery()}</p>
    <ul className="columns even">
      {codes.map((code) => (
        <li key={code}>
          <code>{code.replace(/(.{4})(?=.)/g, '$1-')}</code>
        </li>
      ))}
    </ul>
    <div className="row">
      <CopyText text={codes.join('\n')} />
      <Button onClick={onDone}>{signInProtectionTexts.done()}</Button>
    </div>
  </>
)

const CopyText = ({ text }: { text: string }) => (
  <CopyButton
    text={text}
    successMessage={signInProtectionTexts.copied()}
    failureMessage={signInProtectionTexts.notCopied()}
  >
    {signInProtectionTexts.copy()}
  </CopyButton>
)
