import { nairaOf } from '../../shared/money.ts'
import type { Notification, NotificationData } from '../../shared/notifications.ts'
import {
  bulkPath,
  detailsPageUrl,
  payerOrderPageUrl,
  processPageUrl,
  referralPath,
  schedulesPath,
  successPageUrl,
  ticketsPath,
  walletPath,
} from '../../shared/pages.ts'
import { referenceDiscos, referenceNetworks } from '../database/index.ts'
import type { NotificationRow } from './store.ts'

/** A notification in API form; its details come from the order's delivery. */
export const notificationFrom = (row: NotificationRow): Notification => ({
  id: row.id,
  read_at: row.read_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  data: dataOf(row),
})

function dataOf(row: NotificationRow): NotificationData {
  const common = {
    subject: row.subject,
    description: withoutLinks(row.body),
    reference: row.reference,
    link: linkOf(row),
  }
  const amount = row.amount_kobo === null ? null : nairaOf(row.amount_kobo)
  const other = { service: 'other' as const, ...common, details: { data: { amount } } }
  const { beneficiary, code } = row
  if (beneficiary === null || code === null || amount === null || isPayers(row)) return other
  switch (row.service) {
    case 'power': {
      const token = row.tokens?.find(({ kind }) => kind === 'main')?.digits ?? null
      const disco = { description: discoNames.get(code) ?? code }
      const data = { token, units: row.units, amount, meter_number: beneficiary, disco }
      return { service: 'power', ...common, details: { data } }
    }
    case 'cabletv': {
      const data = {
        service_bundle: row.variation_name ?? '',
        amount,
        smartcard_number: beneficiary,
        tv_network: networkName('cabletv', code),
      }
      return { service: 'cable', ...common, details: { data } }
    }
    case 'airtime': {
      const data = {
        amount,
        phone_number: nationalFormat(beneficiary),
        vtu_network: networkName('airtime', code),
      }
      return { service: 'airtime', ...common, details: { data } }
    }
    case 'data': {
      const data = {
        vtu_data_bundle: row.variation_name ?? '',
        amount,
        device_id: nationalFormat(beneficiary),
        vtu_network: networkName('data', code),
      }
      return { service: 'data', ...common, details: { data } }
    }
    default:
      return other
  }
}

const discoNames: ReadonlyMap<string, string> = new Map(
  referenceDiscos.map(({ code, description }) => [code, description]),
)
const networkName = (service: string, code: string): string =>
  referenceNetworks.find((network) => network.service === service && network.code === code)?.name ?? code

/** +2348012345678 → 08012345678 */
const nationalFormat = (phone: string): string => phone.replace(/^\+234(?=\d{10}$)/, '0')

/** The SMS text without its link: the notification card itself is the link. */
const withoutLinks = (body: string): string =>
  body
    .split('\n')
    .filter((line) => !/^https?:\/\//.test(line))
    .join('\n')

/** Pages of notifications without an order. */
const pageByService: Partial<Record<string, string>> = {
  wallet: walletPath,
  referral: referralPath,
  ticket: ticketsPath,
  bulk: bulkPath,
  schedule: schedulesPath,
}

/** True for the payer of a payment request, who sees neither the token nor the full number of its order. */
const isPayers = ({ payment_request_id, order_user_id, user_id }: NotificationRow): boolean =>
  payment_request_id !== null && order_user_id !== user_id

/** Each of these pages redirects to the page of the order's current state. */
function linkOf(row: NotificationRow): string | null {
  const { service, reference, order_service, order_state, access_token } = row
  if (!reference || !order_service) return pageByService[service] ?? null
  if (isPayers(row)) return payerOrderPageUrl(reference)
  if (order_state === 'delivered') return successPageUrl(order_service, reference, access_token ?? '')
  if (order_state === 'expired') return detailsPageUrl(order_service, reference)
  return processPageUrl(order_service, reference, access_token)
}
