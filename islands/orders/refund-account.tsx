import { useState } from 'react'
import { authPinLength } from '../../shared/constants.ts'
import { checkRefundAccount, setRefundAccount } from '../../shared/orders.ts'
import { pageOf, refundAccount } from '../../shared/pages.ts'
import { Form } from '../account/form.tsx'
import { type SubmitResult, useAccountForm, type Values } from '../account/use-account-form.ts'
import { fieldErrorsOf, request } from '../lib/index.ts'
import type { RefundAccountPage } from '../pages.ts'
import { navigate } from '../purchase/navigate.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { NumericField, Picker, PinCells } from '../ui/index.ts'
import { HiddenOrderFields } from './hidden-order-fields.tsx'
import { PayerProof } from './payer-proof.tsx'

const fields = ['bank_code', 'account_number', 'auth_pin'] as const
type Field = (typeof fields)[number]

const accountNumberLength = 10
/** Identifies a bank account. */
const accountKey = ({ bank_code, account_number }: Values<Field>) => `${bank_code}:${account_number}`

/** Refund account form for the payer; other visitors see how to prove that they paid. */
export default function RefundAccount(page: RefundAccountPage) {
  const { reference, accessToken, status, amount } = page
  const requires = status.refund_account?.requires
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>Add bank account for refund</h1>
        <p className="lead">
          We couldn't refund {amount} of order {reference} to your original payment method.
        </p>
      </header>
      {requires === 'nothing' || requires === 'pin' ? (
        <AccountForm page={page} requiresPin={requires === 'pin'} />
      ) : (
        <PayerProof page={page} />
      )}
      <p>
        <a href={pageOf(status.page, status.service, reference, accessToken)}>Back to the order</a>
      </p>
    </div>
  )
}

/** Bank account of a refund. Shows the account name for confirmation, then submits once. */
function AccountForm({ page, requiresPin }: { page: RefundAccountPage; requiresPin: boolean }) {
  const { reference, accessToken, status, amount, banks } = page
  const [checked, setChecked] = useState(page.checked)
  const backLink = pageOf(status.page, status.service, reference, accessToken)

  const isChecked = (values: Values<Field>) => checked?.account === accountKey(values)

  async function send({ auth_pin, ...account }: Values<Field>): Promise<SubmitResult> {
    const values = { ...account, auth_pin }
    const requestOptions = {
      params: { reference },
      body: { ...account, ...(accessToken && { access_token: accessToken }) },
      quiet: true,
    }
    if (!isChecked(values)) {
      const envelope = await request(checkRefundAccount, requestOptions)
      if (!envelope?.data) return 'nothing'
      setChecked({ account: accountKey(values), name: envelope.data.account_name })
      return 'done'
    }
    const body = { ...requestOptions.body, ...(requiresPin && { auth_pin }) }
    const envelope = await request(setRefundAccount, {
      ...requestOptions,
      body,
      key: `refund-account:${reference}`,
    })
    if (!envelope) return 'nothing'
    navigate.to(backLink)
    return 'leaving'
  }

  const form = useAccountForm({
    form: 'refund-account',
    names: fields,
    initial: page.values,
    required: (values) => (isChecked(values) && requiresPin ? fields : ['bank_code', 'account_number']),
    validate: ({ auth_pin, ...account }) =>
      fieldErrorsOf(setRefundAccount.body, { ...account, ...(auth_pin && { auth_pin }) }),
    send,
    serverErrors: page,
  })
  const isReady = checked !== null && isChecked(form.values)
  return (
    <Form
      form={form}
      name="refund-account"
      action={refundAccount}
      csrf={page.csrf}
      submitLabel={isReady ? `Refund ${amount} to this account` : 'Verify account'}
      wait={isReady ? 'Saving your bank account, please wait...' : 'Verifying the account, please wait...'}
    >
      <HiddenOrderFields reference={reference} accessToken={accessToken} />
      <input type="hidden" name="idempotency_key" defaultValue={page.idempotencyKey} />
      <input type="hidden" name="checked" value={checked?.account ?? ''} readOnly />
      <input type="hidden" name="account_name" value={checked?.name ?? ''} readOnly />
      <Picker
        {...form.field('bank_code')}
        label="Bank"
        title="Choose your bank"
        placeholder="Choose your bank"
        search
        items={banks.map(({ code, name }) => ({ value: code, name }))}
      />
      <NumericField
        {...form.field('account_number')}
        label="Account number"
        hint={
          page.simulated
            ? 'Test mode: try 0123456789. An ending of 0003 is not found, 0004 never answers.'
            : 'The 10 digits of a bank account in your own name.'
        }
        maxCharacters={accountNumberLength}
      />
      <div role="status" className="empty:mt-0">
        {isReady && (
          <p className="rounded-field bg-good-tint text-good p-4">
            {checked.name ? (
              <>
                This account belongs to <strong className="block text-lg">{checked.name}</strong>
              </>
            ) : (
              "We couldn't confirm the account name. Check the number again."
            )}
          </p>
        )}
      </div>
      {isReady && requiresPin && (
        <PinCells
          {...form.field('auth_pin')}
          label="Your 6-digit PIN"
          cells={authPinLength}
          mask
          plain={!form.ready}
          autoComplete="off"
        />
      )}
    </Form>
  )
}
