import { useRef, useState } from 'react'
import type { Profile } from '../../shared/accounts.ts'
import { type Beneficiary, serviceOfBeneficiary } from '../../shared/beneficiaries.ts'
import { formPageUrl } from '../../shared/pages.ts'
import type { PaymentOption } from '../../shared/payments.ts'
import { accountRequest } from '../account/account-request.ts'
import { formatMoney, noResponseText, RequestError } from '../lib/index.ts'
import { AmountField } from '../purchase/amount.tsx'
import type { PayableOrder } from '../purchase/order.ts'
import { PaymentDialog } from '../purchase/payment-dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts, DetailsList, Dialog, Overlay, renderParts } from '../ui/index.ts'
import { beneficiaryNumberOf, billerOf } from './beneficiary-summary.ts'
import { purchaseDialogTexts } from './purchase-dialog-texts.ts'
import { beneficiariesTexts } from './texts.ts'
import { typeConfigs } from './type-configs.ts'
import { verifyBeneficiary } from './verify.ts'

interface PurchaseDialogProps {
  beneficiary: Beneficiary
  profile: Profile | null
  options: PaymentOption[]
  simulated: boolean
  onClose: () => void
}

/**
 * Purchase for a saved beneficiary: amount, verification, then the payment methods. Source: specification 2, section
 * 4
 */
export default function PurchaseDialog({
  beneficiary,
  profile,
  options,
  simulated,
  onClose,
}: PurchaseDialogProps) {
  const { purchaseTitle: title } = typeConfigs[beneficiary.beneficiary_type]
  const [amount, setAmount] = useState(String(beneficiary.def_amount ?? ''))
  const [message, setMessage] = useState<string | null>(null)
  const [order, setOrder] = useState<PayableOrder | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const busy = useRef(false)
  const hasVariableAmount =
    beneficiary.beneficiary_type === 'power' || beneficiary.beneficiary_type === 'airtime'
  const plan = planOf(beneficiary)

  async function submit() {
    if (busy.current) return
    busy.current = true
    setIsBusy(true)
    setMessage(null)
    try {
      setOrder(await verifyBeneficiary({ beneficiary, amount, phone: profile?.phone ?? '' }))
    } catch (error) {
      setMessage(error instanceof RequestError ? error.message : noResponseText())
    }
    busy.current = false
    setIsBusy(false)
  }

  if (order)
    return (
      <PaymentDialog
        order={order}
        options={options}
        signedIn
        simulated={simulated}
        send={accountRequest}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={title()} onClose={onClose} locked={isBusy}>
      <Form noValidate onSubmit={submit}>
        <DetailsList
          items={[
            { label: billerOf(beneficiary).name, value: beneficiaryNumberOf(beneficiary), wide: true },
            ...(beneficiary.customer_name
              ? [{ label: beneficiariesTexts.customerName(), value: beneficiary.customer_name, wide: true }]
              : []),
            ...(plan ? [{ label: commonTexts.plan(), value: plan, wide: true }] : []),
          ]}
        />
        {hasVariableAmount && (
          <AmountField
            name="amount"
            label={purchaseDialogTexts.amount()}
            value={amount}
            onValueChange={setAmount}
            presetAmounts={[1_000, 2_000, 5_000]}
          />
        )}
        {!hasVariableAmount && !plan && (
          <p className="note">
            {renderParts(
              purchaseDialogTexts.noPlan({
                link: (chunks) => (
                  <a href={formPageUrl(serviceOfBeneficiary[beneficiary.beneficiary_type])}>{chunks}</a>
                ),
              }),
            )}
          </p>
        )}
        {message && (
          <p className="field-error" role="alert">
            {message}
          </p>
        )}
        <Button
          type="submit"
          className="btn-wide"
          busy={isBusy}
          disabled={hasVariableAmount ? amount.trim() === '' : !plan}
        >
          {beneficiariesTexts.subscribe()}
        </Button>
        {isBusy && <Overlay text={purchaseDialogTexts.checking()} />}
      </Form>
    </Dialog>
  )
}

/** The saved bouquet or plan with its saved price; the price to charge is fetched again. */
function planOf(beneficiary: Beneficiary): string | null {
  if (beneficiary.beneficiary_type === 'cable-tv')
    return beneficiary.bouquet.code ? beneficiary.bouquet.title : null
  if (beneficiary.beneficiary_type !== 'vtu-data' || !beneficiary.code) return null
  const plan = beneficiary.bundle_name ?? beneficiary.code
  return beneficiary.def_amount === null
    ? plan
    : purchaseDialogTexts.planWithPrice({ plan, price: formatMoney(beneficiary.def_amount) })
}
