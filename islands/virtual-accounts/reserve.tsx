import { type FormEvent, useState } from 'react'
import type { Beneficiary } from '../../shared/beneficiaries.ts'
import {
  accountNumberInputLength,
  bvnLength,
  bvnNote,
  type ReservationTerms,
} from '../../shared/virtual-accounts.ts'
import { formatMoney } from '../lib/index.ts'
import { useList } from '../purchase/use-list.ts'
import { Button, Dialog, NumericField, Overlay, Picker, StatusDisplay } from '../ui/index.ts'
import { listBanks } from './banks.ts'
import { useReserve } from './use-reserve.ts'

interface ReserveProps {
  beneficiary: Beneficiary
  onClose: () => void
}

/** Reserves a virtual account for a beneficiary: BVN check, then reservation. Source: specification 2, section 2 */
export default function Reserve({ beneficiary, onClose }: ReserveProps) {
  const reservation = useReserve(beneficiary)
  const { terms, status } = reservation
  return (
    <Dialog
      title="Reserve an Account"
      onClose={onClose}
      locked={status === 'verifying' || status === 'reserving'}
    >
      {terms === 'asking' && <p className="empty">Please wait...</p>}
      {terms === null && (
        <p className="note">We cannot reach this service right now. Please try again shortly.</p>
      )}
      {terms && terms !== 'asking' && !terms.available && (
        <p className="note">An account cannot be reserved right now. Please try again later.</p>
      )}
      {terms && terms !== 'asking' && terms.available && <Steps terms={terms} reservation={reservation} />}
    </Dialog>
  )
}

interface StepsProps {
  terms: ReservationTerms
  reservation: ReturnType<typeof useReserve>
}

function Steps({ terms, reservation: { name, status, message, errorText, verify, reserve } }: StepsProps) {
  const banks = useList([], listBanks)
  const [owner, setOwner] = useState({ customer_bvn: '', bank_code: '', account_number: '' })
  const set = (field: keyof typeof owner) => (value: string) =>
    setOwner((previous) => ({ ...previous, [field]: value }))
  const isFilled = Object.values(owner).every((value) => value !== '')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isFilled) void verify(owner)
  }

  if (status === 'done')
    return (
      <StatusDisplay kind="success" title={message || 'Your account is reserved.'}>
        <p>Refreshing…</p>
      </StatusDisplay>
    )
  return (
    <>
      <p>
        What is transferred to the account goes into your wallet. A funding fee is included
        {terms.funding_fee === null ? '.' : `: ${formatMoney(terms.funding_fee)} of each transfer.`}
      </p>
      {name === null ? (
        <form className="form" noValidate onSubmit={submit}>
          <NumericField
            name="customer_bvn"
            label="BVN"
            hint={bvnNote}
            maxCharacters={bvnLength}
            value={owner.customer_bvn}
            onValue={set('customer_bvn')}
          />
          <Picker
            name="bank_code"
            label="Bank"
            title="Choose your bank"
            placeholder="Choose your bank"
            search
            items={banks.map((bank) => ({ value: bank.code, name: bank.name }))}
            value={owner.bank_code}
            onValue={set('bank_code')}
          />
          <NumericField
            name="account_number"
            label="Account number"
            maxCharacters={accountNumberInputLength}
            value={owner.account_number}
            onValue={set('account_number')}
          />
          <p className="field-hint">{terms.consent}</p>
          <ErrorNotice text={errorText} />
          <Button type="submit" className="btn-wide" busy={status === 'verifying'} disabled={!isFilled}>
            Verify Details
          </Button>
        </form>
      ) : (
        <>
          <p className="rounded-field bg-good-tint text-good p-4" role="status">
            <strong className="block text-lg">{name}</strong>
            {terms.bvn && `BVN ${terms.bvn}`}
          </p>
          <p className="field-hint">{bvnNote}</p>
          <ErrorNotice text={errorText} />
          {status === 'idle' && message && (
            <p className="note" role="status">
              {message} We go on without you: this window may be closed.
            </p>
          )}
          <Button className="btn-wide" busy={status === 'reserving'} onClick={() => void reserve()}>
            Reserve Account
          </Button>
        </>
      )}
      {status === 'verifying' && <Overlay text="Checking your details, please wait..." />}
      {status === 'reserving' && <Overlay text={message || 'Reserving your account, please wait...'} />}
    </>
  )
}

const ErrorNotice = ({ text }: { text: string | null }) =>
  text && (
    <div className="summary" role="alert">
      {text}
    </div>
  )
