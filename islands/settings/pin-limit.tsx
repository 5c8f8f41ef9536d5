import { useState } from 'react'
import { updatePinLimit } from '../../shared/accounts.ts'
import { accountRequest } from '../account/account-request.ts'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { cleanAmount, fieldErrorsOf, formatMoney, toast } from '../lib/index.ts'
import { clearProfile } from '../lib/profile.ts'
import { AuthPinField, Button, ErrorSummary, MoneyField, Overlay } from '../ui/index.ts'
import { settingsTexts } from './texts.ts'

const fieldNames = ['above', 'auth_pin'] as const

/** Chooses above which amount wallet and saved-card payments require the PIN. Off by default. Source: ruling A6 */
export function PinLimit({ above: initialAbove }: { above: number | null }) {
  const [above, setAbove] = useState(initialAbove)
  const form = useAccountForm({
    formName: 'pin-limit',
    fieldNames,
    initialValues: { above: initialAbove === null ? '' : String(initialAbove) },
    required: () => ['auth_pin'],
    validate: (values) => fieldErrorsOf(updatePinLimit.body, bodyOf(values)),
    serverErrors: { errors: {}, message: null },
    async send(values): Promise<SubmitResult> {
      const envelope = await accountRequest(updatePinLimit, { body: bodyOf(values), quiet: true })
      if (!envelope) return 'signed-out'
      clearProfile()
      setAbove(envelope.data?.pin_above ?? null)
      form.fill({ auth_pin: '' })
      toast.success(envelope.message)
      return 'done'
    },
  })
  return (
    <form
      className="form script-only"
      name="pin-limit"
      noValidate
      aria-busy={form.isBusy}
      onSubmit={form.submit}
    >
      <p role="status">
        {above === null
          ? settingsTexts.pinLimitOff()
          : settingsTexts.pinLimitOn({ amount: formatMoney(above) })}
      </p>
      {form.submitCount > 0 && <ErrorSummary submitCount={form.submitCount} errors={form.errors} />}
      <MoneyField
        {...form.field('above')}
        label={settingsTexts.pinLimit()}
        hint={settingsTexts.pinLimitHint()}
      />
      <AuthPinField {...form.field('auth_pin')} label={settingsTexts.pin()} />
      <Button type="submit" kind="plain" busy={form.isBusy}>
        {settingsTexts.savePinLimit()}
      </Button>
      {form.isBusy && <Overlay text={settingsTexts.savingPinLimit()} />}
    </form>
  )
}

const bodyOf = ({ above, auth_pin }: { above: string; auth_pin: string }) => ({
  above: above.trim() === '' ? null : cleanAmount(above),
  auth_pin,
})
