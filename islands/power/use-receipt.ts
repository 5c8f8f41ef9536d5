import { apiPrefix } from '../../shared/constants.ts'
import { endpointPath } from '../../shared/contract.ts'
import { getPowerReceipt, type PowerOrder } from '../../shared/power.ts'
import { downloadFile } from '../lib/index.ts'
import { type ReceiptFile, useReceiptFile } from '../purchase/use-receipt-file.ts'

/**
 * The receipt as a PDF named after meter and reference. Source: ruling D-079.
 * @param accessToken returns the full receipt for holders of the order's link
 */
export const receiptFileOf = (
  { meter_number, reference }: PowerOrder,
  accessToken: string | null = null,
): ReceiptFile => ({
  href: `${apiPrefix}${endpointPath(getPowerReceipt, { reference })}`,
  name: `${meter_number}-${reference}-receipt.pdf`,
  fetch: () => downloadFile(getPowerReceipt, { params: { reference }, accessToken }),
})

export const useReceipt = (order: PowerOrder) => useReceiptFile(receiptFileOf(order))
