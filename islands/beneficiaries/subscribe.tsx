import { type FormEvent, useRef, useState } from 'react'
import type { Profile } from '../../shared/accounts.ts'
import { type Beneficiary, serviceOfBeneficiary } from '../../shared/beneficiaries.ts'
import { formPage } from '../../shared/pages.ts'
import type { PaymentOption } from '../../shared/payments.ts'
import { ApiError, formatMoney, noAnswerText } from '../lib/index.ts'
import { AmountField } from '../purchase/amount.tsx'
import type { PayableOrder } from '../purchase/order.ts'
import { PaymentDialog } from '../purchase/payment-dialog.tsx'
import { Button, DetailsList, Dialog, Overlay } from '../ui/index.ts'
import { numberOf, sellerOf } from './faces.ts'
import { kinds } from './kinds.ts'
import { verify } from './verify.ts'

interface SubscribeProps {
  it: Beneficiary
  profile: Profile | null
  options: PaymentOption[]
  simulated: boolean
  onClose: () => void
}

/** Buying for a saved beneficiary: how much, a check of who it is, then the ways to pay. Source: specification 2, section 4 */
export default function Subscribe({ it, profile, options, simulated, onClose }: SubscribeProps) {
  const { subscribe: title } = kinds[it.beneficiary_type]
  const [amount, setAmount] = useState(String(it.def_amount ?? ''))
  const [message, setMessage] = useState<string | null>(null)
  const [order, setOrder] = useState<PayableOrder | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const busy = useRef(false)
  const isChosen = it.beneficiary_type === 'power' || it.beneficiary_type === 'airtime'
  const plan = planOf(it)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    setIsBusy(true)
    setMessage(null)
    try {
      setOrder(await verify({ it, amount, phone: profile?.phone ?? '' }))
    } catch (error) {
      setMessage(error instanceof ApiError ? error.message : noAnswerText)
    }
    busy.current = false
    setIsBusy(false)
  }

  if (order)
    return <PaymentDialog order={order} options={options} signedIn simulated={simulated} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose} locked={isBusy}>
      <form className="form" noValidate onSubmit={submit}>
        <DetailsList
          items={[
            { label: sellerOf(it).name, value: numberOf(it), wide: true },
            ...(it.customer_name ? [{ label: 'Customer name', value: it.customer_name, wide: true }] : []),
            ...(plan ? [{ label: 'Plan', value: plan, wide: true }] : []),
          ]}
        />
        {isChosen && (
          <AmountField
            name="amount"
            label="Modify Amount"
            value={amount}
            onValue={setAmount}
            quick={[1_000, 2_000, 5_000]}
          />
        )}
        {!isChosen && !plan && (
          <p className="note">
            No plan is saved with it.{' '}
            <a href={formPage(serviceOfBeneficiary[it.beneficiary_type])}>Choose one on the form</a>
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
          disabled={isChosen ? amount.trim() === '' : !plan}
        >
          Subscribe
        </Button>
        {isBusy && <Overlay text="Checking, please wait..." />}
      </form>
    </Dialog>
  )
}

/** The bouquet or plan with the price it was saved with; what is charged is asked anew. */
function planOf(it: Beneficiary): string | null {
  if (it.beneficiary_type === 'cable-tv') return it.bouquet.code ? it.bouquet.title : null
  if (it.beneficiary_type !== 'vtu-data' || !it.code) return null
  return it.def_amount === null ? it.bundle_name : `${it.bundle_name} (${formatMoney(it.def_amount)})`
}
