import { useState } from 'react'
import { topUpPath } from '../../shared/pages.ts'
import type { WalletBalance } from '../../shared/wallet.ts'
import { cleanAmount, formatMoney, useFields } from '../lib/index.ts'
import type { WalletPage } from '../pages.ts'
import { PaymentDialog } from '../purchase/payment-dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Button, MoneyField } from '../ui/index.ts'
import { accountRequest } from './account-request.ts'
import { walletTexts } from './wallet-texts.ts'

/** Id of the amount field, which an empty wallet history links to. */
export const topUpFieldId = 'topup-amount'

const quickAmounts = [1_000, 5_000, 10_000, 20_000]
const formatWhole = (naira: number) => formatMoney(naira, { decimals: 0 })

type TopUpProps = Pick<WalletPage, 'topUpAmount' | 'options' | 'signedIn' | 'simulated'> & {
  amountLimits: WalletBalance['top_up']
}

/** Wallet top-up: amount, then payment methods. Source: rulings E-042 to E-044. */
export function TopUpForm({ amountLimits: { min, max }, topUpAmount, ...dialog }: TopUpProps) {
  const { values, set, isHydrated } = useFields('topup', { amount: topUpAmount })
  const [isPaying, setIsPaying] = useState(false)
  const amount = readAmount(values.amount)
  const isValid = amount >= min && amount <= max
  const [hasLeftField, setHasLeftField] = useState(false)
  const error = () => {
    if (amount > max) return walletTexts.topUpAmountTooHigh({ max: formatWhole(max) })
    const isTooLow = values.amount.trim() !== '' && amount < min
    return hasLeftField && isTooLow ? walletTexts.topUpAmountTooLow({ min: formatWhole(min) }) : null
  }

  function submit() {
    if (isValid) setIsPaying(true)
  }

  return (
    <section className="card stack" aria-labelledby="topup-title">
      <h2 id="topup-title">{walletTexts.topUpTitle()}</h2>
      <Form name="topup" method="get" action={topUpPath} noValidate={isHydrated} onSubmit={submit}>
        <MoneyField
          id={topUpFieldId}
          name="amount"
          label={walletTexts.topUpAmount()}
          hint={walletTexts.topUpAmountHint({ min: formatWhole(min), max: formatWhole(max) })}
          error={error()}
          value={values.amount}
          onBlur={() => setHasLeftField(true)}
          onValueChange={(typed) => set('amount', typed)}
          required
        />
        <div className="chips script-only">
          {quickAmounts
            .filter((naira) => naira >= min && naira <= max)
            .map((naira) => (
              <button
                key={naira}
                type="button"
                className="chip"
                aria-pressed={amount === naira}
                onClick={() => set('amount', String(naira))}
              >
                {formatWhole(naira)}
              </button>
            ))}
        </div>
        <Button type="submit" className="btn-wide" disabled={isHydrated && !isValid}>
          {isHydrated && !isValid ? walletTexts.topUpUnavailable() : walletTexts.topUp()}
        </Button>
      </Form>
      {isPaying && (
        <PaymentDialog
          order={{ service: 'wallet', total: amount }}
          send={accountRequest}
          onClose={() => setIsPaying(false)}
          {...dialog}
        />
      )}
    </section>
  )
}

/** Parses naira with at most 2 decimals; returns 0 for invalid input. */
function readAmount(inputText: string): number {
  const cleaned = cleanAmount(inputText)
  return /^\d{1,9}(\.\d{1,2})?$/.test(cleaned) ? Number(cleaned) : 0
}
