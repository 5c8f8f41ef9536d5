import { useState } from 'react'
import { authPinLength } from '../../shared/constants.ts'
import { checkRefundAccount, setRefundAccount } from '../../shared/orders.ts'
import { orderPageUrl, refundAccountPath } from '../../shared/pages.ts'
import { AccountFormLayout } from '../account/form.tsx'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { fieldErrorsOf, request } from '../lib/index.ts'
import type { RefundAccountPage } from '../pages.ts'
import type { FieldValues } from '../purchase/form-rules.ts'
import { navigate } from '../purchase/navigate.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { NumericField, Picker, PinCells, renderParts } from '../ui/index.ts'
import { HiddenOrderFields } from './hidden-order-fields.tsx'
import { PayerProof } from './payer-proof.tsx'
import { refundAccountTexts } from './refund-account-texts.ts'

const fields = ['bank_code', 'account_number', 'auth_pin'] as const
type Field = (typeof fields)[number]

const accountNumberLength = 10
/** Identifies a bank account. */
const accountKey = ({ bank_code, account_number }: FieldValues<Field>) => `${bank_code}:${account_number}`

/** Refund account form for the payer; other visitors see how to prove that they paid. */
export default function RefundAccount(page: RefundAccountPage) {
  const { reference, accessToken, status, amount } = page
  const requires = status.refund_account?.requires
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>{refundAccountTexts.title()}</h1>
        <p className="lead">{refundAccountTexts.reason({ amount, reference })}</p>
      </header>
      {requires === 'nothing' || requires === 'pin' ? (
        <AccountForm page={page} requiresPin={requires === 'pin'} />
      ) : (
        <PayerProof page={page} />
      )}
      <p>
        <a href={orderPageUrl(status.page, status.service, reference, accessToken)}>
          {refundAccountTexts.backToOrder()}
        </a>
      </p>
    </div>
  )
}

/** Bank account of a refund. Shows the account name for confirmation, then submits once. */
function AccountForm({ page, requiresPin }: { page: RefundAccountPage; requiresPin: boolean }) {
  const { reference, accessToken, status, amount, banks } = page
  const [checked, setChecked] = useState(page.checked)
  const backLink = orderPageUrl(status.page, status.service, reference, accessToken)

  const isChecked = (values: FieldValues<Field>) => checked?.account === accountKey(values)

  async function send({ auth_pin, ...account }: FieldValues<Field>): Promise<SubmitResult> {
    const values = { ...account, auth_pin }
    const requestOptions = {
      params: { reference },
      body: { ...account, ...(accessToken && { access_token: accessToken }) },
      quiet: true,
    }
    if (!isChecked(values)) {
      const envelope = await request(checkRefundAccount, requestOptions)
      if (!envelope?.data) return 'signed-out'
      setChecked({ account: accountKey(values), name: envelope.data.account_name })
      return 'done'
    }
    const body = { ...requestOptions.body, ...(requiresPin && { auth_pin }) }
    const envelope = await request(setRefundAccount, {
      ...requestOptions,
      body,
      key: `refund-account:${reference}`,
    })
    if (!envelope) return 'signed-out'
    navigate.to(backLink)
    return 'navigating'
  }

  const form = useAccountForm({
    formName: 'refund-account',
    fieldNames: fields,
    initialValues: page.values,
    required: (values) => (isChecked(values) && requiresPin ? fields : ['bank_code', 'account_number']),
    validate: ({ auth_pin, ...account }) =>
      fieldErrorsOf(setRefundAccount.body, { ...account, ...(auth_pin && { auth_pin }) }),
    send,
    serverErrors: page,
  })
  const isReady = checked !== null && isChecked(form.values)
  return (
    <AccountFormLayout
      form={form}
      name="refund-account"
      action={refundAccountPath}
      csrf={page.csrf}
      submitLabel={isReady ? refundAccountTexts.confirm({ amount }) : refundAccountTexts.verify()}
      loadingText={isReady ? refundAccountTexts.saving() : refundAccountTexts.verifying()}
    >
      <HiddenOrderFields reference={reference} accessToken={accessToken} />
      <input type="hidden" name="idempotency_key" defaultValue={page.idempotencyKey} />
      <input type="hidden" name="checked" value={checked?.account ?? ''} readOnly />
      <input type="hidden" name="account_name" value={checked?.name ?? ''} readOnly />
      <Picker
        {...form.field('bank_code')}
        label={refundAccountTexts.bank()}
        title={refundAccountTexts.chooseBank()}
        placeholder={refundAccountTexts.chooseBank()}
        search
        items={banks.map(({ code, name }) => ({ value: code, name }))}
      />
      <NumericField
        {...form.field('account_number')}
        label={refundAccountTexts.accountNumber()}
        hint={refundAccountTexts.accountNumberHint()}
        maxCharacters={accountNumberLength}
      />
      <div role="status" className="live-region">
        {isReady && <p className="confirmation">{ownerText(checked.name)}</p>}
      </div>
      {isReady && requiresPin && (
        <PinCells
          {...form.field('auth_pin')}
          label={refundAccountTexts.pin()}
          cells={authPinLength}
          mask
          plain={!form.isHydrated}
          autoComplete="off"
        />
      )}
    </AccountFormLayout>
  )
}

const ownerText = (name: string | null) =>
  name
    ? renderParts(refundAccountTexts.owner({ name: () => <strong>{name}</strong> }))
    : refundAccountTexts.unknownOwner()
