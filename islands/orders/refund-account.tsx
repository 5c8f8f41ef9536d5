import { useState } from 'react'
import { checkRefundAccount, giveRefundAccount } from '../../shared/orders.ts'
import { pageOf, refundAccount } from '../../shared/pages.ts'
import { Form } from '../account/form.tsx'
import { type Sent, useAccountForm, type Values } from '../account/use-account-form.ts'
import { ask, fieldErrorsOf, formatMoney } from '../lib/index.ts'
import type { RefundAccountPage } from '../pages.ts'
import { go } from '../purchase/go.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { NumericField, Picker } from '../ui/index.ts'
import { OrderKeys } from './order-keys.tsx'

const fields = ['bank_code', 'account_number'] as const
type Field = (typeof fields)[number]

const accountNumberLength = 10
/** Tells one account from another. */
const accountOf = ({ bank_code, account_number }: Values<Field>) => `${bank_code}:${account_number}`

/** The account that a refund is paid into: its name is shown first, and it is sent once. */
export default function RefundAccount(page: RefundAccountPage) {
  const { reference, second, status, amount, banks } = page
  const [checked, setChecked] = useState(page.checked)
  const back = pageOf(status.page, status.service, reference, second)

  async function send(values: Values<Field>): Promise<Sent> {
    const asked = {
      params: { reference },
      body: { ...values, ...(second && { access_token: second }) },
      quiet: true,
    }
    if (checked?.account !== accountOf(values)) {
      const envelope = await ask(checkRefundAccount, asked)
      if (!envelope?.data) return 'nothing'
      setChecked({ account: accountOf(values), name: envelope.data.account_name })
      return 'done'
    }
    const envelope = await ask(giveRefundAccount, { ...asked, key: `refund-account:${reference}` })
    if (!envelope) return 'nothing'
    go.to(back)
    return 'leaving'
  }

  const form = useAccountForm({
    form: 'refund-account',
    names: fields,
    first: page.values,
    required: () => fields,
    problemsOf: (values) => fieldErrorsOf(giveRefundAccount.body, values),
    send,
    refused: page,
  })
  const isChecked = checked?.account === accountOf(form.values)
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>Where should your refund go?</h1>
        <p className="lead">
          {formatMoney(amount)} of order {reference} could not be returned the way it came.
        </p>
      </header>
      <Form
        form={form}
        name="refund-account"
        action={refundAccount}
        csrf={page.csrf}
        press={isChecked ? `Pay ${formatMoney(amount)} into this account` : 'Check the account'}
        wait={isChecked ? 'Sending your account, please wait...' : 'Checking the account, please wait...'}
      >
        <OrderKeys reference={reference} second={second} />
        <input type="hidden" name="idempotency_key" defaultValue={page.idempotencyKey} />
        <input type="hidden" name="checked" value={checked?.account ?? ''} readOnly />
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
              ? 'Simulated money: try 0123456789. An ending of 0003 is not found, 0004 never answers.'
              : 'The 10 digits of a bank account in your own name.'
          }
          most={accountNumberLength}
        />
        <div role="status" className="empty:mt-0">
          {isChecked && (
            <p className="rounded-field bg-good-tint text-good p-4">
              {checked.name ? (
                <>
                  This account belongs to <strong className="block text-lg">{checked.name}</strong>
                </>
              ) : (
                'Your bank does not tell whose account this is. Please check the number once more.'
              )}
            </p>
          )}
        </div>
      </Form>
      <p>
        <a href={back}>Back to the order</a>
      </p>
    </div>
  )
}
