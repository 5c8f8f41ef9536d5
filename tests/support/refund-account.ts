import { approveAccount, type Payment, type Refund } from '../../server/payments/index.ts'
import type { OrderStatus } from '../../shared/orders.ts'
import type { MeterInfo } from '../../shared/power.ts'
import { collectOrderRecords } from './consistency.ts'
import { prepaidMeter } from './meters.ts'
import type { TestApp } from './test-app.ts'

/** The simulators have an account holder for this number. */
export const refundAccount = { bank_code: '058', account_number: '0123456789' }

/** An order that no vendor delivers; its refund needs attention because the bank rejected it. */
export async function createRefundAwaitingAccount(app: TestApp, email?: string) {
  await app.injectFault('paystack', 'refund_needs_attention')
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({
    meter_number: prepaidMeter('failed'),
    ...(email && { email }),
  })
  const reference = info.order_reference
  const records = () => collectOrderRecords(app, reference)
  const refund = async () => (await records()).refunds[0] as Refund
  await app.runDueJobsUntil(async () => (await refund())?.state === 'needs_attention')
  const payment = (await records()).payments[0] as Payment
  return { guest, info, reference, payment, refund }
}

export const submitRefundAccount = (
  guest: ReturnType<TestApp['createGuest']>,
  { order_reference }: Pick<MeterInfo, 'order_reference'>,
  more: object = {},
) => guest.postJson<OrderStatus>(`/orders/${order_reference}/refund-account`, { ...refundAccount, ...more })

/** Stores the customer's account as a manager's approval does: it is sent when the refund is next processed. */
export async function storeApprovedAccount(app: TestApp, refund: Refund): Promise<void> {
  const { secrets } = app.features.orderProcessor.deps.payments
  const account = { bankCode: refundAccount.bank_code, accountNumber: refundAccount.account_number }
  await app.db.inTransaction(async (tx) => {
    await approveAccount(tx, refund)
    await tx
      .updateTable('refunds')
      .set({ payout_account_encrypted: secrets.encrypt(JSON.stringify(account), `refund ${refund.id}`) })
      .where('id', '=', refund.id)
      .execute()
  })
}
