import type { IslandName, ManagementPage } from '../../../islands/pages.ts'
import { readPerson } from '../account/person.ts'
import type { Load } from '../page.ts'
import type { PageRow } from '../services/pages.ts'

/**
 * A screen of the back office: for managers alone, to everybody else it does not exist. The API asks for the role
 * again at every call.
 */
const forManagers =
  (more: (params: Readonly<Record<string, string>>) => object): Load =>
  async (visit, site) => {
    const person = await readPerson(visit, site)
    if (person.is === 'ended') return person.shown
    const profile = person.is === 'known' ? person.profile : null
    if (profile?.role !== 'manager') return missing
    const props: Pick<ManagementPage, 'helpUrl'> = { helpUrl: site.config.helpUrl }
    return { is: 'page', person: profile.name, props: { ...props, ...more(visit.params) } }
  }

const missing = {
  is: 'page',
  http: 404,
  view: 'message',
  locals: {
    heading: 'Page not found',
    says: 'The address may be mistyped, or the page has moved. Your orders are not affected.',
    link: { href: '/', text: 'Go to the start page' },
  },
} as const

const screen = (
  path: string,
  title: string,
  island: IslandName,
  more: (params: Readonly<Record<string, string>>) => object = () => ({}),
): PageRow => ({
  path,
  title,
  description: 'The back office.',
  island,
  audience: 'user',
  personal: true,
  load: forManagers(more),
})

/** The screens of the back office. */
export const managementPages: readonly PageRow[] = [
  screen('/management', 'Overview', 'management-overview'),
  screen('/management/transactions', 'Transactions', 'management-transactions'),
  screen('/management/transactions/:reference', 'Order', 'management-order', ({ reference = '' }) => ({
    reference,
  })),
  screen('/management/reviews', 'Reviews', 'management-reviews'),
  screen('/management/power', 'Buy power', 'management-power'),
  screen('/management/cabletv', 'Buy cable TV', 'management-cabletv'),
  screen('/management/wallet/top-up', 'Top up a wallet', 'management-top-up'),
  screen('/management/users', 'Users', 'management-users'),
  screen('/management/users/:uniqueid', 'User', 'management-user', ({ uniqueid = '' }) => ({ uniqueid })),
  screen('/management/tickets', 'Reports', 'management-tickets'),
  screen('/management/messages/email', 'Send email', 'management-email'),
  screen('/management/messages/sms', 'Send SMS', 'management-sms'),
  screen('/management/configs', 'Provider settings', 'management-configs'),
  screen('/management/figures', 'Figures', 'management-figures'),
  screen('/management/reconciliation', 'Reconciliation', 'management-reconciliation'),
  screen('/management/audit-logs', 'Audit log', 'management-audit-logs'),
]
