import type { ManagementPage } from '../../../islands/pages.ts'
import type { IslandName } from '../../../islands/registry.ts'
import {
  type ManagementEndpoint,
  mayUseEndpoint,
  pageEndpoints,
} from '../../../shared/management/endpoint-scopes.ts'
import { enrolmentEndpoints } from '../../../shared/second-factor.ts'
import { fetchUser, isManager, pageUserOf } from '../account/user.ts'
import type { Loader } from '../page.ts'
import type { PageRow } from '../page-row.ts'
import { managementPageTexts } from './texts.ts'

type UrlValues = Readonly<Record<string, string>>
/** The props of a page that follow from its URL. */
type PropsOf = (params: UrlValues, query: UrlValues) => object

/**
 * A back-office page: for managers only, "not found" for everyone else, and an error while the API cannot tell who
 * the visitor is. A manager whose scopes do not cover its endpoint is sent to the overview; when live, one without an
 * authenticator app is sent to set it up. The API checks role and scopes again on every request.
 */
const managerLoader =
  (endpoint: ManagementEndpoint, propsOf: PropsOf): Loader =>
  async (pageRequest, web) => {
    const user = await fetchUser(web)
    if (user.type === 'session-ended') return user.redirect
    if (user.type === 'unreachable')
      throw new Error(`The profile of the visitor is not known: ${user.message}`)
    const { profile } = user
    const { scopes = [] } = profile
    if (!isManager(profile)) return { type: 'missing' }
    if (web.config.mode === 'live' && !profile.second_factor && !enrolmentEndpoints.includes(endpoint))
      return { type: 'redirect', to: '/management/sign-in' }
    if (!mayUseEndpoint(scopes, endpoint)) return { type: 'redirect', to: '/management?note=scope' }
    const props: Pick<ManagementPage, 'helpUrl' | 'scopes'> = { helpUrl: web.config.helpUrl, scopes }
    return {
      type: 'page',
      ...pageUserOf(profile),
      props: { ...props, ...propsOf(pageRequest.params, pageRequest.query) },
    }
  }

const managementPage = (
  path: keyof typeof pageEndpoints,
  title: () => string,
  island: IslandName,
  propsOf: PropsOf = () => ({}),
): PageRow => ({
  path,
  title,
  description: title,
  island,
  audience: 'user',
  isPersonal: true,
  load: managerLoader(pageEndpoints[path], propsOf),
})

/** For a page whose first render depends on the filters in its URL. */
const searchOf: PropsOf = (_, query) => ({ search: `${new URLSearchParams(query)}` })

/** The back-office pages. */
export const managementPages: readonly PageRow[] = [
  managementPage('/management', managementPageTexts.overview, 'management-overview', searchOf),
  managementPage('/management/transactions', managementPageTexts.transactions, 'management-transactions'),
  managementPage(
    '/management/transactions/:reference',
    managementPageTexts.order,
    'management-order',
    ({ reference = '' }) => ({
      reference,
    }),
  ),
  managementPage('/management/reviews', managementPageTexts.reviews, 'management-reviews'),
  managementPage('/management/approvals', managementPageTexts.approvals, 'management-approvals'),
  managementPage('/management/power', managementPageTexts.power, 'management-power'),
  managementPage('/management/cabletv', managementPageTexts.cabletv, 'management-cabletv'),
  managementPage('/management/wallet/top-up', managementPageTexts.topUp, 'management-top-up'),
  managementPage('/management/top-ups', managementPageTexts.topUps, 'management-top-ups'),
  managementPage('/management/users', managementPageTexts.users, 'management-users'),
  managementPage(
    '/management/users/:uniqueid',
    managementPageTexts.user,
    'management-user',
    ({ uniqueid = '' }) => ({
      uniqueid,
    }),
  ),
  managementPage('/management/tickets', managementPageTexts.tickets, 'management-tickets'),
  managementPage(
    '/management/payment-requests',
    managementPageTexts.paymentRequests,
    'management-payment-requests',
  ),
  managementPage('/management/messages/email', managementPageTexts.email, 'management-email'),
  managementPage('/management/messages/sms', managementPageTexts.sms, 'management-sms'),
  managementPage('/management/configs', managementPageTexts.configs, 'management-configs'),
  managementPage('/management/figures', managementPageTexts.feesAndLimits, 'management-fees-and-limits'),
  managementPage(
    '/management/reconciliation',
    managementPageTexts.reconciliation,
    'management-reconciliation',
    searchOf,
  ),
  managementPage('/management/money', managementPageTexts.money, 'management-money'),
  managementPage('/management/sign-in', managementPageTexts.signIn, 'management-sign-in'),
  managementPage('/management/translations', managementPageTexts.translations, 'management-translations'),
  managementPage('/management/audit-logs', managementPageTexts.auditLogs, 'management-audit-logs'),
]
