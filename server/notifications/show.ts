import { nairaOf } from '../../shared/money.ts'
import type { Notification, NotificationData } from '../../shared/notifications.ts'
import { bulk, detailsPage, processPage, referral, successPage, tickets, wallet } from '../../shared/pages.ts'
import { referenceDiscos, referenceNetworks } from '../database/index.ts'
import type { NotificationRow } from './store.ts'

/** A notification as its owner sees it: what was delivered stands in the details, read from the order itself. */
export const notificationFrom = (row: NotificationRow): Notification => ({
  id: row.id,
  read_at: row.read_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  data: dataOf(row),
})

function dataOf(row: NotificationRow): NotificationData {
  const about = {
    subject: row.subject,
    description: plain(row.body),
    reference: row.reference,
    link: linkOf(row),
  }
  const amount = row.amount_kobo === null ? null : nairaOf(row.amount_kobo)
  const other = { service: 'other' as const, ...about, details: { data: { amount } } }
  const { beneficiary, code } = row
  if (beneficiary === null || code === null || amount === null) return other
  switch (row.service) {
    case 'power': {
      const token = row.tokens?.find(({ kind }) => kind === 'main')?.digits ?? null
      const disco = { description: discoNames.get(code) ?? code }
      const data = { token, units: row.units, amount, meter_number: beneficiary, disco }
      return { service: 'power', ...about, details: { data } }
    }
    case 'cabletv': {
      const data = {
        service_bundle: row.variation_name ?? '',
        amount,
        smartcard_number: beneficiary,
        tv_network: networkName('cabletv', code),
      }
      return { service: 'cable', ...about, details: { data } }
    }
    case 'airtime': {
      const data = { amount, phone_number: athome(beneficiary), vtu_network: networkName('airtime', code) }
      return { service: 'airtime', ...about, details: { data } }
    }
    case 'data': {
      const data = {
        vtu_data_bundle: row.variation_name ?? '',
        amount,
        device_id: athome(beneficiary),
        vtu_network: networkName('data', code),
      }
      return { service: 'data', ...about, details: { data } }
    }
    default:
      return other
  }
}

const discoNames: ReadonlyMap<string, string> = new Map(
  referenceDiscos.map(({ code, description }) => [code, description]),
)
const networkName = (service: string, code: string): string =>
  referenceNetworks.find((it) => it.service === service && it.code === code)?.name ?? code

/** +2348012345678 → 08012345678 */
const athome = (phone: string): string => phone.replace(/^\+234(?=\d{10}$)/, '0')

/** The text of the SMS without its address: here the whole card is a link. */
const plain = (body: string): string =>
  body
    .split('\n')
    .filter((line) => !/^https?:\/\//.test(line))
    .join('\n')

/** Where more is seen of what is about no order. */
const pageAbout: Partial<Record<string, string>> = { wallet, referral, ticket: tickets, bulk }

/** Each page leads on to the one of the order's true state. */
function linkOf({
  service,
  reference,
  order_service,
  order_state,
  access_token,
}: NotificationRow): string | null {
  if (!reference || !order_service) return pageAbout[service] ?? null
  if (order_state === 'delivered') return successPage(order_service, reference, access_token ?? '')
  if (order_state === 'expired') return detailsPage(order_service, reference)
  return processPage(order_service, reference, access_token)
}
