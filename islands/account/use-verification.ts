import { useRef, useState } from 'react'
import { resendVerification, verifyEmail } from '../../shared/accounts.ts'
import { verificationPinLength } from '../../shared/constants.ts'
import { dashboardPath } from '../../shared/pages.ts'
import {
  clearVerification,
  fieldErrorsOf,
  readVerification,
  request,
  requireFields,
  toast,
} from '../lib/index.ts'
import type { EmailFormPage } from '../pages.ts'
import type { FieldValues } from '../purchase/form-rules.ts'
import { navigate } from '../purchase/navigate.ts'
import { type AccountForm, type SubmitResult, useAccountForm } from './use-account-form.ts'
import { type Countdown, useCountdown } from './use-countdown.ts'

const fields = ['email', 'token'] as const
type Field = (typeof fields)[number]

export interface VerificationForm extends AccountForm<Field> {
  countdown: Countdown
  isResending: boolean
  resend: () => Promise<void>
  /** Called when all digits of the code are entered. */
  complete: (token: string) => void
}

/** Verifies an e-mail address with the e-mailed code and requests new codes. Source: specification 1, section 4. */
export function useVerification(page: EmailFormPage): VerificationForm {
  const countdown = useCountdown(page.values.email ?? '')
  const resending = useRef(false)
  const [isResending, setIsResending] = useState(false)

  async function submitCode(values: FieldValues<Field>): Promise<SubmitResult> {
    try {
      const envelope = await request(verifyEmail, { body: values, quiet: true })
      if (!envelope) return 'signed-out'
    } catch (error) {
      // Clear the cells for the next attempt.
      form.fill({ token: '' })
      throw error
    }
    clearVerification()
    navigate.to(dashboardPath)
    return 'navigating'
  }

  const form = useAccountForm({
    formName: 'verify',
    fieldNames: fields,
    initialValues: page.values,
    readStoredValues: () => (page.values.email ? null : { email: readVerification()?.email ?? '' }),
    required: () => fields,
    validate: (values) => fieldErrorsOf(verifyEmail.body, values),
    send: submitCode,
    serverErrors: page,
  })

  async function resend(): Promise<void> {
    const { email } = form.values
    if (resending.current || !requireFields({ email }, ['email'])) return
    resending.current = true
    setIsResending(true)
    try {
      const envelope = await request(resendVerification, { body: { email } })
      if (envelope) {
        countdown.restart(email.trim().toLowerCase())
        if (envelope.message) toast.success(envelope.message)
      }
    } catch {
      // A toast shows the error; the user can retry.
    }
    resending.current = false
    setIsResending(false)
  }

  function complete(token: string): void {
    if (token.length === verificationPinLength) void form.submitValues({ ...form.values, token })
  }

  return { ...form, countdown, isResending, resend, complete }
}
