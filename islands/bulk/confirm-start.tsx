import { useState } from 'react'
import { type BulkPurchaseWithRows, getBulkPurchase } from '../../shared/bulk.ts'
import { authPinLength } from '../../shared/constants.ts'
import { walletPath } from '../../shared/pages.ts'
import { getWalletBalance } from '../../shared/wallet.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import PaymentPin from '../purchase/payment-pin.tsx'
import { Form } from '../ui/form.tsx'
import { Button, DetailsList, Dialog, renderParts } from '../ui/index.ts'
import { formatCount } from './rows.tsx'
import { bulkTexts } from './texts.ts'
import type { BulkPurchasesController } from './use-bulk-purchases.ts'

interface ConfirmStartProps {
  purchase: BulkPurchaseWithRows
  controller: BulkPurchasesController
  onClose: () => void
}

/** The total and the wallet balance, before a bulk purchase is paid for, and the PIN when the server asks for it. */
export function ConfirmStart({ purchase, controller, onClose }: ConfirmStartProps) {
  const { data } = useQuery(getWalletBalance)
  // Another bulk purchase may have been started since this one was checked.
  const { repeated } = useQuery(getBulkPurchase, { params: { id: purchase.id } }).data ?? purchase
  const remaining = data && data.balance - purchase.total_amount
  const isTooLow = remaining !== null && remaining < 0
  const [pin, setPin] = useState('')
  const [pinError, setPinError] = useState<string | null>(null)
  const isStarting = controller.operation === 'starting'

  async function start() {
    const error = await controller.start(purchase, pin)
    setPin('')
    setPinError(error)
    if (error === null) onClose()
  }

  return (
    <Dialog title={bulkTexts.confirmTitle()} onClose={onClose} locked={isStarting}>
      <DetailsList
        items={[
          { label: bulkTexts.purchases(), value: formatCount(purchase.counts.ready) },
          { label: bulkTexts.totalAmount(), value: formatMoney(purchase.total_amount), strong: true },
          ...(data ? [{ label: bulkTexts.walletBalance(), value: formatMoney(data.balance) }] : []),
          ...(remaining !== null && !isTooLow
            ? [{ label: bulkTexts.balanceAfter(), value: formatMoney(remaining) }]
            : []),
        ]}
      />
      {repeated && (
        <p className="note" role="status">
          {renderParts(
            bulkTexts.repeatedRows({
              count: repeated.rows,
              time: () => <DateTime value={repeated.started_at} />,
            }),
          )}
        </p>
      )}
      {isTooLow ? (
        <p className="note" role="status">
          {renderParts(
            bulkTexts.balanceTooLow({
              amount: formatMoney(-remaining),
              link: (chunks) => <a href={walletPath}>{chunks}</a>,
            }),
          )}
        </p>
      ) : (
        <p className="field-hint">{bulkTexts.startHint()}</p>
      )}
      <Form onSubmit={start}>
        {pinError !== null && <PaymentPin value={pin} error={pinError} onValueChange={setPin} />}
        <Button
          type="submit"
          className="btn-wide"
          busy={isStarting}
          disabled={isTooLow || (pinError !== null && pin.length < authPinLength)}
        >
          {bulkTexts.confirmStart({ amount: formatMoney(purchase.total_amount) })}
        </Button>
      </Form>
    </Dialog>
  )
}
