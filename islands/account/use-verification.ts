import { useRef, useState } from 'react'
import { resendVerification, verifyEmail } from '../../shared/accounts.ts'
import { verificationPinLength } from '../../shared/constants.ts'
import { dashboard } from '../../shared/pages.ts'
import {
  ask,
  fieldErrorsOf,
  forgetVerification,
  readVerification,
  requireFields,
  toast,
} from '../lib/index.ts'
import type { MailFormPage } from '../pages.ts'
import { go } from '../purchase/go.ts'
import { type AccountForm, type Sent, useAccountForm, type Values } from './use-account-form.ts'
import { type Countdown, useCountdown } from './use-countdown.ts'

const fields = ['email', 'token'] as const
type Field = (typeof fields)[number]

export interface Verifying extends AccountForm<Field> {
  countdown: Countdown
  isResending: boolean
  resend: () => Promise<void>
  /** The fourth digit is there. */
  complete: (token: string) => void
}

/** Proves an e-mail by the code that was mailed, and asks for another one. Source: specification 1, section 4. */
export function useVerification(page: MailFormPage): Verifying {
  const countdown = useCountdown(page.values.email ?? '')
  const resending = useRef(false)
  const [isResending, setIsResending] = useState(false)

  async function send(values: Values<Field>): Promise<Sent> {
    try {
      const envelope = await ask(verifyEmail, { body: values, quiet: true })
      if (!envelope) return 'nothing'
    } catch (error) {
      // The cells are for the next try.
      form.fill({ token: '' })
      throw error
    }
    forgetVerification()
    go.to(dashboard)
    return 'leaving'
  }

  const form = useAccountForm({
    form: 'verify',
    names: fields,
    first: page.values,
    remembered: () => (page.values.email ? null : { email: readVerification()?.email ?? '' }),
    required: () => fields,
    problemsOf: (values) => fieldErrorsOf(verifyEmail.body, values),
    send,
    refused: page,
  })

  async function resend(): Promise<void> {
    const { email } = form.values
    if (resending.current || !requireFields({ email }, ['email'])) return
    resending.current = true
    setIsResending(true)
    try {
      const envelope = await ask(resendVerification, { body: { email } })
      if (envelope) {
        countdown.restart(email.trim().toLowerCase())
        if (envelope.message) toast.success(envelope.message)
      }
    } catch {
      // Told in a toast; the link is there to press again.
    }
    resending.current = false
    setIsResending(false)
  }

  function complete(token: string): void {
    if (token.length === verificationPinLength) void form.sendNow({ ...form.values, token })
  }

  return { ...form, countdown, isResending, resend, complete }
}
