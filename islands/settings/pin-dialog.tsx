import { updatePin } from '../../shared/accounts.ts'
import { authPinLength } from '../../shared/constants.ts'
import { askAccount } from '../account/ask-account.ts'
import { type Sent, useAccountForm } from '../account/use-account-form.ts'
import { fieldErrorsOf, toast } from '../lib/index.ts'
import { Button, Dialog, ErrorSummary, Overlay, PasswordField, PinCells } from '../ui/index.ts'

const names = ['pin', 'pin_confirmation', 'password'] as const

interface PinDialogProps {
  title: string
  onClose: () => void
  onSet: () => void
}

/** A new PIN, twice, and the password that allows it. */
export default function PinDialog({ title, onClose, onSet }: PinDialogProps) {
  const form = useAccountForm({
    form: 'pin',
    names,
    first: {},
    required: () => names,
    problemsOf: (values) => fieldErrorsOf(updatePin.body, values),
    refused: { errors: {}, message: null },
    async send(values): Promise<Sent> {
      const envelope = await askAccount(updatePin, { body: values, quiet: true })
      if (!envelope) return 'nothing'
      toast.success(envelope.message || 'Your PIN is set.')
      onSet()
      return 'leaving'
    },
  })
  const { pin, pin_confirmation, password } = form.values
  const isWhole = pin.length === authPinLength && pin_confirmation.length === authPinLength && password !== ''
  return (
    <Dialog title={title} onClose={onClose} locked={form.isBusy}>
      <form className="form" name="pin" noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
        {form.submits > 0 && <ErrorSummary submits={form.submits} errors={form.wrong} />}
        <PinCells {...form.field('pin')} label="New PIN" cells={authPinLength} mask autoComplete="off" />
        <PinCells
          {...form.field('pin_confirmation')}
          label="Confirm PIN"
          cells={authPinLength}
          mask
          autoComplete="off"
        />
        <PasswordField
          {...form.field('password')}
          ready={form.ready}
          label="Your password"
          autoComplete="current-password"
        />
        <Button type="submit" className="btn-wide" busy={form.isBusy} disabled={!isWhole}>
          {title}
        </Button>
        {form.isBusy && <Overlay text="Saving your PIN, please wait..." />}
      </form>
    </Dialog>
  )
}
