import { useState } from 'react'
import { type ClosingState, closeAccount, getClosingConditions } from '../../shared/account-closing.ts'
import { loginPath } from '../../shared/pages.ts'
import { accountRequest } from '../account/account-request.ts'
import { EmailField } from '../account/email-field.tsx'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { useQuery } from '../account/use-query.ts'
import { fieldErrorsOf, formatMoney, toast } from '../lib/index.ts'
import { clearStorage } from '../lib/storage.ts'
import { navigate } from '../purchase/navigate.ts'
import { AuthPinField, Button, Dialog, ErrorSummary, Overlay, PasswordField } from '../ui/index.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { closeAccountTexts } from './close-account-texts.ts'
import { ClosingConsequences } from './closing-consequences.tsx'

/** Time to read the toast before the redirect, in ms. */
const toastMs = 1_500

interface CloseAccountProps {
  hasPin: boolean
  onClose: () => void
}

/** Shows what closing the account means, then closes it with the password and the PIN or e-mail. */
export default function CloseAccountDialog({ hasPin, onClose }: CloseAccountProps) {
  const [isBusy, setIsBusy] = useState(false)
  const { data, isLoading, reload } = useQuery(getClosingConditions, {}, { quiet: true })
  return (
    <Dialog title={closeAccountTexts.title()} onClose={onClose} locked={isBusy}>
      {data ? (
        <div className="stack">
          <ClosingConsequences state={data} />
          {isClosable(data) && <ClosingForm state={data} hasPin={hasPin} onBusy={setIsBusy} />}
        </div>
      ) : isLoading ? (
        <Skeleton label={closeAccountTexts.loading()} />
      ) : (
        <div className="stack">
          <p role="alert">{closeAccountTexts.loadFailed()}</p>
          <Button kind="plain" onClick={reload}>
            {closeAccountTexts.tryAgain()}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** A small balance of the wallet can be forfeited in the form. */
const isClosable = ({ unmet, can_give_up_balance }: ClosingState): boolean =>
  unmet.every(({ condition }) => condition === 'wallet' && can_give_up_balance)

interface ClosingFormProps {
  state: ClosingState
  hasPin: boolean
  onBusy: (isBusy: boolean) => void
}

function ClosingForm({ state, hasPin, onBusy }: ClosingFormProps) {
  const [givesUp, setGivesUp] = useState(false)
  const fieldNames = hasPin ? (['password', 'auth_pin'] as const) : (['password', 'email'] as const)
  const confirmation = hasPin ? 'auth_pin' : 'email'
  const bodyOf = (values: Partial<Record<string, string>>) => ({
    password: values.password ?? '',
    [confirmation]: values[confirmation] ?? '',
    ...(givesUp && { give_up_balance: state.wallet_balance }),
  })
  const form = useAccountForm({
    formName: 'close-account',
    fieldNames,
    initialValues: {},
    required: () => fieldNames,
    validate: (values) => fieldErrorsOf(closeAccount.body, bodyOf(values)),
    serverErrors: { errors: {}, message: null },
    async send(values): Promise<SubmitResult> {
      onBusy(true)
      const envelope = await accountRequest(closeAccount, { body: bodyOf(values), quiet: true }).finally(() =>
        onBusy(false),
      )
      if (!envelope) return 'signed-out'
      toast.success(envelope.message)
      clearStorage()
      setTimeout(navigate.to, toastMs, loginPath)
      return 'navigating'
    },
  })
  return (
    <form className="form" name="close-account" noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
      {form.submitCount > 0 && <ErrorSummary submitCount={form.submitCount} errors={form.errors} />}
      {state.can_give_up_balance && (
        <label className="check">
          <input type="checkbox" checked={givesUp} onChange={(event) => setGivesUp(event.target.checked)} />
          <span>{closeAccountTexts.giveUp({ amount: formatMoney(state.wallet_balance) })}</span>
        </label>
      )}
      <PasswordField
        {...form.field('password')}
        isHydrated={form.isHydrated}
        label={closeAccountTexts.password()}
        autoComplete="current-password"
      />
      {hasPin ? (
        <AuthPinField {...form.field('auth_pin')} label={closeAccountTexts.pin()} />
      ) : (
        <EmailField {...form.field('email')} label={closeAccountTexts.email()} />
      )}
      <Button
        type="submit"
        className="btn-wide"
        busy={form.isBusy}
        disabled={state.can_give_up_balance && !givesUp}
      >
        {closeAccountTexts.submit()}
      </Button>
      {form.isBusy && <Overlay text={closeAccountTexts.closing()} />}
    </form>
  )
}
