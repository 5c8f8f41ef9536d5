import { expect, test } from 'vitest'
import { parseSettlements as parseFlutterwaveSettlements } from '../../server/payments/gateways/flutterwave/settlements.ts'
import { parseSettlements as parsePaystackSettlements } from '../../server/payments/gateways/paystack/settlements.ts'

const responseOf = (body: object) =>
  ({ type: 'response', status: 200, headers: {}, text: JSON.stringify(body) }) as const

/** A list of Paystack with one settlement; amounts in kobo. Source: Paystack, "List settlements" */
const paystackList = (amounts: object) =>
  responseOf({
    status: true,
    message: 'Settlements retrieved',
    data: [
      {
        ...{ id: 3_090_024, domain: 'live', status: 'success', currency: 'NGN', integration: 463_433 },
        ...{ total_amount: 99_500, effective_amount: 99_500, total_fees: 500, total_processed: 100_000 },
        ...{ deductions: null, settlement_date: '2026-11-09T00:00:00.000Z', settled_by: null },
        ...amounts,
      },
    ],
    meta: { total: 1, skipped: 0, perPage: 50, page: 1, pageCount: 1 },
  })

/** A list of Flutterwave with one settlement; amounts in naira. Source: Flutterwave, Node SDK for version 3 */
const flutterwaveList = (amounts: object) =>
  responseOf({
    status: 'success',
    message: 'Settlements fetched',
    meta: { page_info: { total: 1, current_page: 1, total_pages: 1, page_size: 20 } },
    data: [
      {
        ...{ id: 41_748, account_id: 73_362, due_date: '2026-11-09T04:00:00.000Z', status: 'completed' },
        ...{ currency: 'NGN', gross_amount: 1_000, app_fee: 14, chargeback: 0, refund: 0, net_amount: 986 },
        ...amounts,
      },
    ],
  })

test('what Paystack deducts for refunds reduces the net amount, below zero too', () => {
  const rowOf = (amounts: object) => parsePaystackSettlements(paystackList(amounts))?.rows[0]
  expect(rowOf({})).toMatchObject({ grossKobo: 100_000n, netKobo: 99_500n })
  expect(rowOf({ deductions: 40_000, effective_amount: 59_500 })).toMatchObject({ netKobo: 59_500n })
  expect(rowOf({ deductions: 300_000, effective_amount: -200_500 })).toMatchObject({
    ...{ grossKobo: 100_000n, netKobo: -200_500n, settledOn: '2026-11-09' },
  })
  expect(rowOf({ effective_amount: undefined, total_amount: -200_500 })).toMatchObject({ netKobo: -200_500n })
})

test('what Flutterwave deducts for refunds reduces the net amount, below zero too', () => {
  const rowOf = (amounts: object) => parseFlutterwaveSettlements(flutterwaveList(amounts))?.rows[0]
  expect(rowOf({})).toMatchObject({ grossKobo: 100_000n, netKobo: 98_600n })
  expect(rowOf({ refund: 3_000.5, net_amount: -2_014.5 })).toMatchObject({ netKobo: -201_450n })
})
