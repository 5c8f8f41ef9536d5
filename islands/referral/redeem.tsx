import { useRef, useState } from 'react'
import { type Referral, redeemBonus } from '../../shared/referral.ts'
import { accountRequest } from '../account/account-request.ts'
import { cleanAmount, noResponseText, RequestError, toast } from '../lib/index.ts'
import { Form } from '../ui/form.tsx'
import { Button, Overlay, renderParts, TextField } from '../ui/index.ts'
import { referralTexts } from './texts.ts'

/** Redeems bonus to the wallet. Disabled without a minimum from the server. Source: rulings E-049, E-050 */
export function Redeem({ referral }: { referral: Referral }) {
  const minimum = referral.wallet_minimum_deposit
  const [balance, setBalance] = useState(referral.balance)
  const [amountInput, setAmountInput] = useState('')
  const [errorText, setErrorText] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const busy = useRef(false)
  const amount = cleanAmount(amountInput)
  const isValid = amount !== '' && Number(amount) >= minimum

  async function submit() {
    if (busy.current || !isValid) return
    busy.current = true
    setIsBusy(true)
    setErrorText(null)
    try {
      const envelope = await accountRequest(redeemBonus, { body: { amount }, key: 'redeem' })
      if (envelope?.data) {
        setBalance(envelope.data.bonus)
        setAmountInput('')
        toast.success(envelope.message || referralTexts.redeemed())
      }
    } catch (error) {
      setErrorText(error instanceof RequestError ? error.message : noResponseText)
    }
    busy.current = false
    setIsBusy(false)
  }

  return (
    <section className="card stack" aria-labelledby="redeem">
      <h2 id="redeem">{referralTexts.redeemTitle()}</h2>
      <p>
        {renderParts(
          referralTexts.balance({
            balance,
            strong: (chunks) => <strong className="text-xl">{chunks}</strong>,
          }),
        )}
      </p>
      <Form className="form script-only" noValidate onSubmit={submit}>
        <TextField
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          prefix="UTW"
          name="amount"
          label={referralTexts.amount()}
          hint={referralTexts.amountHint({ minimum })}
          error={errorText}
          value={amountInput}
          onValueChange={(value) => {
            setErrorText(null)
            setAmountInput(value)
          }}
        />
        <Button type="submit" className="btn-wide" busy={isBusy} disabled={!isValid}>
          {referralTexts.redeem()}
        </Button>
        {isBusy && <Overlay text={referralTexts.redeeming()} />}
      </Form>
    </section>
  )
}
