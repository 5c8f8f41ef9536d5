import { updatePin } from '../../shared/accounts.ts'
import { authPinLength } from '../../shared/constants.ts'
import { accountRequest } from '../account/account-request.ts'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { fieldErrorsOf, toast } from '../lib/index.ts'
import { AuthPinField, Button, Dialog, ErrorSummary, Overlay, PasswordField } from '../ui/index.ts'
import { settingsTexts } from './texts.ts'

const fieldNames = ['pin', 'pin_confirmation', 'password'] as const

interface SetPinDialogProps {
  title: string
  onClose: () => void
  onSet: () => void
}

/** Sets a new PIN: PIN, confirmation and the account password. */
export default function SetPinDialog({ title, onClose, onSet }: SetPinDialogProps) {
  const form = useAccountForm({
    formName: 'pin',
    fieldNames,
    initialValues: {},
    required: () => fieldNames,
    validate: (values) => fieldErrorsOf(updatePin.body, values),
    serverErrors: { errors: {}, message: null },
    async send(values): Promise<SubmitResult> {
      const envelope = await accountRequest(updatePin, { body: values, quiet: true })
      if (!envelope) return 'signed-out'
      toast.success(envelope.message || settingsTexts.pinSet())
      onSet()
      return 'navigating'
    },
  })
  const { pin, pin_confirmation, password } = form.values
  const isComplete =
    pin.length === authPinLength && pin_confirmation.length === authPinLength && password !== ''
  return (
    <Dialog title={title} onClose={onClose} locked={form.isBusy}>
      <form className="form" name="pin" noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
        {form.submitCount > 0 && <ErrorSummary submitCount={form.submitCount} errors={form.errors} />}
        <AuthPinField {...form.field('pin')} label={settingsTexts.newPin()} />
        <AuthPinField {...form.field('pin_confirmation')} label={settingsTexts.confirmPin()} />
        <PasswordField
          {...form.field('password')}
          isHydrated={form.isHydrated}
          label={settingsTexts.accountPassword()}
          autoComplete="current-password"
        />
        <Button type="submit" className="btn-wide" busy={form.isBusy} disabled={!isComplete}>
          {title}
        </Button>
        {form.isBusy && <Overlay text={settingsTexts.savingPin()} />}
      </form>
    </Dialog>
  )
}
