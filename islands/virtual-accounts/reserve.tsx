import { useState } from 'react'
import { accountFieldTexts } from '../../shared/account-field-texts.ts'
import type { Beneficiary } from '../../shared/beneficiaries.ts'
import {
  accountNumberInputLength,
  bvnLength,
  type VirtualAccountRequirements,
} from '../../shared/virtual-accounts.ts'
import { formatMoney } from '../lib/index.ts'
import { useList } from '../purchase/use-list.ts'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts, Dialog, NumericField, Overlay, Picker, StatusDisplay } from '../ui/index.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { fetchBanks } from './banks.ts'
import { virtualAccountsTexts } from './texts.ts'
import { useAccountReservation } from './use-account-reservation.ts'

interface ReserveProps {
  beneficiary: Beneficiary
  onClose: () => void
}

/** Reserves an account for a beneficiary: BVN check, then reservation. Source: specification 2, section 2 */
export default function Reserve({ beneficiary, onClose }: ReserveProps) {
  const reservation = useAccountReservation(beneficiary)
  const { requirements, status } = reservation
  return (
    <Dialog
      title={virtualAccountsTexts.reserveTitle()}
      onClose={onClose}
      locked={status === 'verifying' || status === 'reserving'}
    >
      {requirements === 'loading' && <Skeleton label={commonTexts.pleaseWait()} />}
      {requirements === null && <p className="note">{virtualAccountsTexts.serviceUnreachable()}</p>}
      {requirements && requirements !== 'loading' && !requirements.available && (
        <p className="note">{virtualAccountsTexts.reservationUnavailable()}</p>
      )}
      {requirements && requirements !== 'loading' && requirements.available && (
        <Steps requirements={requirements} reservation={reservation} />
      )}
    </Dialog>
  )
}

interface StepsProps {
  requirements: VirtualAccountRequirements
  reservation: ReturnType<typeof useAccountReservation>
}

function Steps({
  requirements,
  reservation: { accountName, status, message, errorText, verify, reserve },
}: StepsProps) {
  const banks = useList([], fetchBanks)
  const [bvnVerification, setBvnVerification] = useState({
    customer_bvn: '',
    bank_code: '',
    account_number: '',
  })
  const set = (field: keyof typeof bvnVerification) => (value: string) =>
    setBvnVerification((previous) => ({ ...previous, [field]: value }))
  const isFilled = Object.values(bvnVerification).every((value) => value !== '')

  function submit() {
    if (isFilled) void verify(bvnVerification)
  }

  if (status === 'done')
    return (
      <StatusDisplay kind="success" title={message || virtualAccountsTexts.reserved()}>
        <p>{virtualAccountsTexts.refreshing()}</p>
      </StatusDisplay>
    )
  return (
    <>
      <p>
        {requirements.funding_fee === null
          ? virtualAccountsTexts.transferNotice()
          : virtualAccountsTexts.transferNoticeWithFee({ fee: formatMoney(requirements.funding_fee) })}
      </p>
      {accountName === null ? (
        <Form noValidate onSubmit={submit}>
          <NumericField
            name="customer_bvn"
            label={virtualAccountsTexts.bvn()}
            hint={accountFieldTexts.bvnNote()}
            maxCharacters={bvnLength}
            value={bvnVerification.customer_bvn}
            onValueChange={set('customer_bvn')}
          />
          <Picker
            name="bank_code"
            label={virtualAccountsTexts.bank()}
            title={virtualAccountsTexts.bankPlaceholder()}
            placeholder={virtualAccountsTexts.bankPlaceholder()}
            search
            items={banks.map((bank) => ({ value: bank.code, name: bank.name }))}
            value={bvnVerification.bank_code}
            onValueChange={set('bank_code')}
          />
          <NumericField
            name="account_number"
            label={virtualAccountsTexts.accountNumber()}
            maxCharacters={accountNumberInputLength}
            value={bvnVerification.account_number}
            onValueChange={set('account_number')}
          />
          <p className="field-hint">{requirements.consent}</p>
          <ErrorNotice text={errorText} />
          <Button type="submit" className="btn-wide" busy={status === 'verifying'} disabled={!isFilled}>
            {virtualAccountsTexts.verifyDetails()}
          </Button>
        </Form>
      ) : (
        <>
          <p className="confirmation" role="status">
            <strong>{accountName}</strong>
            {requirements.bvn && virtualAccountsTexts.bvnValue({ bvn: requirements.bvn })}
          </p>
          <p className="field-hint">{accountFieldTexts.bvnNote()}</p>
          <ErrorNotice text={errorText} />
          {status === 'idle' && message && (
            <p className="note" role="status">
              {virtualAccountsTexts.reservationPending({ message })}
            </p>
          )}
          <Button className="btn-wide" busy={status === 'reserving'} onClick={() => void reserve()}>
            {virtualAccountsTexts.reserveAccount()}
          </Button>
        </>
      )}
      {status === 'verifying' && <Overlay text={virtualAccountsTexts.verifyingDetails()} />}
      {status === 'reserving' && <Overlay text={message || virtualAccountsTexts.reservingAccount()} />}
    </>
  )
}

const ErrorNotice = ({ text }: { text: string | null }) =>
  text && (
    <div className="error-summary" role="alert">
      {text}
    </div>
  )
