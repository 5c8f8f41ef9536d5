import type * as operations from '../operations.ts'
import { type ManagerScope, scopes } from '../scopes.ts'
import type * as secondFactor from '../second-factor.ts'
import type * as security from '../security.ts'
import type * as approvals from './approvals.ts'
import type * as campaigns from './campaigns.ts'
import type * as configs from './configs.ts'
import type * as messages from './messages.ts'
import type * as money from './money.ts'
import type * as orderActions from './order-actions.ts'
import type * as orders from './orders.ts'
import type * as overview from './overview.ts'
import type * as paymentRequests from './payment-requests.ts'
import type * as purchases from './purchases.ts'
import type * as records from './records.ts'
import type * as search from './search.ts'
import type * as topUps from './top-ups.ts'
import type * as transactions from './transactions.ts'
import type * as translations from './translations.ts'
import type * as userActions from './user-actions.ts'
import type * as userRecords from './user-records.ts'
import type * as users from './users.ts'

/** Names of a contract module's calls that are for managers. */
type ManagerCallsOf<Contracts> = {
  [K in keyof Contracts]: Contracts[K] extends { audience: 'manager'; name: infer Name extends string }
    ? Name
    : never
}[keyof Contracts]

/** The name of every call of the back office. */
export type ManagementCall =
  | ManagerCallsOf<typeof approvals>
  | ManagerCallsOf<typeof campaigns>
  | ManagerCallsOf<typeof configs>
  | ManagerCallsOf<typeof messages>
  | ManagerCallsOf<typeof money>
  | ManagerCallsOf<typeof operations>
  | ManagerCallsOf<typeof orderActions>
  | ManagerCallsOf<typeof orders>
  | ManagerCallsOf<typeof overview>
  | ManagerCallsOf<typeof paymentRequests>
  | ManagerCallsOf<typeof purchases>
  | ManagerCallsOf<typeof records>
  | ManagerCallsOf<typeof search>
  | ManagerCallsOf<typeof secondFactor>
  | ManagerCallsOf<typeof security>
  | ManagerCallsOf<typeof topUps>
  | ManagerCallsOf<typeof transactions>
  | ManagerCallsOf<typeof translations>
  | ManagerCallsOf<typeof userActions>
  | ManagerCallsOf<typeof userRecords>
  | ManagerCallsOf<typeof users>

/**
 * Scopes of which a manager needs one, for each call. The server checks them before the handler runs; menus and
 * buttons read the same table. A call without a row does not compile.
 */
const callScopes = {
  verifyPin: scopes,
  secondFactorState: scopes,
  startSecondFactor: scopes,
  confirmSecondFactor: scopes,
  disableSecondFactor: scopes,
  managementOverview: scopes,
  allUsers: scopes,
  userList: scopes,
  userDetails: scopes,
  managedOrders: scopes,
  managedOrder: scopes,
  managedTransactions: scopes,
  transactionTotals: scopes,
  searchEverything: scopes,

  userMeters: ['support', 'finance'],
  userSmartcards: ['support', 'finance'],
  userMovements: ['support', 'finance'],
  userCards: ['support', 'finance'],
  userTickets: ['support'],
  userNotes: ['support', 'finance', 'admin'],
  addUserNote: ['support', 'finance', 'admin'],
  userSessions: ['support', 'admin'],
  blockUser: ['support', 'admin'],
  unblockUser: ['support', 'admin'],
  signOutUser: ['support', 'admin'],
  resetUserPin: ['support', 'admin'],
  requestUserScopes: ['admin'],

  reportedPaymentRequests: ['support', 'operations'],
  managedPaymentRequests: ['support', 'operations'],
  blockPaymentRequest: ['support', 'operations'],
  managedTickets: ['support'],
  answerTicket: ['support'],
  closeTicket: ['support'],
  allTemplates: ['support'],
  createTemplate: ['support'],
  updateTemplate: ['support'],
  deleteTemplate: ['support'],
  countRecipients: ['support'],
  sendEmail: ['support'],
  sendSms: ['support'],
  allMessages: ['support'],
  messageProgress: ['support'],
  previewMessage: ['support'],
  invalidRecipientsFile: ['support'],
  sendTestMessage: ['support'],
  changeScheduledMessage: ['support'],
  pauseMessage: ['support'],
  continueMessage: ['support'],
  stopMessage: ['support'],

  allReviews: ['support', 'finance', 'operations'],
  showOrderCodes: ['support'],
  resendDelivery: ['support'],
  addOrderNote: ['support', 'finance', 'operations'],
  payGoodwill: ['finance'],
  requeryOrder: ['support', 'operations'],
  deliverOrder: ['operations'],
  closeReview: ['finance', 'operations'],
  createRecord: ['finance', 'operations'],
  serviceDetails: ['support'],

  refundOrder: ['finance'],
  rejectAccountOfRefund: ['finance'],
  topUpWallet: ['finance'],
  subscribePower: ['finance'],
  subscribeCabletv: ['finance'],
  managedTopUps: ['support', 'finance'],
  reconciliation: ['finance'],
  resolveDifference: ['finance'],
  openFloatBalance: ['finance'],
  allSettlements: ['finance'],
  allDisputes: ['finance'],
  respondToDispute: ['finance'],
  settlementDetails: ['finance'],
  vendorFloats: ['finance', 'operations'],
  refreshVendorFloats: ['finance', 'operations'],
  creditSetApart: ['finance'],
  returnSetApart: ['finance'],
  allApprovals: scopes,
  approve: ['finance', 'admin'],
  reject: ['finance', 'admin'],

  siteConfigs: ['operations'],
  updateSiteConfigs: ['operations'],
  siteFigures: ['admin'],
  updateSiteFigures: ['admin'],
  configHistory: ['operations', 'admin'],
  auditLogs: ['admin'],
  translationCounts: ['admin'],
  allTranslations: ['admin'],
  translationDetails: ['admin'],
  updateTranslation: ['admin'],
} as const satisfies Record<ManagementCall, readonly [ManagerScope, ...ManagerScope[]]>

const isManagementCall = (name: string): name is ManagementCall => Object.hasOwn(callScopes, name)

/** Whether a manager with these scopes may make the call. An unlisted call is refused. */
export const mayCall = (owned: readonly ManagerScope[], name: string): boolean => {
  if (!isManagementCall(name)) return false
  const allowed: readonly ManagerScope[] = callScopes[name]
  return owned.some((scope) => allowed.includes(scope))
}

/** The call that each page of the back office is about: a manager without its scope does not see the page. */
export const pageCalls = {
  '/management': 'managementOverview',
  '/management/sign-in': 'secondFactorState',
  '/management/transactions': 'managedOrders',
  '/management/transactions/:reference': 'managedOrder',
  '/management/reviews': 'allReviews',
  '/management/approvals': 'allApprovals',
  '/management/power': 'subscribePower',
  '/management/cabletv': 'subscribeCabletv',
  '/management/wallet/top-up': 'topUpWallet',
  '/management/top-ups': 'managedTopUps',
  '/management/users': 'userList',
  '/management/users/:uniqueid': 'userDetails',
  '/management/tickets': 'managedTickets',
  '/management/payment-requests': 'managedPaymentRequests',
  '/management/messages/email': 'sendEmail',
  '/management/messages/sms': 'sendSms',
  '/management/configs': 'siteConfigs',
  '/management/figures': 'siteFigures',
  '/management/reconciliation': 'reconciliation',
  '/management/money': 'vendorFloats',
  '/management/translations': 'allTranslations',
  '/management/audit-logs': 'auditLogs',
} as const satisfies Record<string, ManagementCall>
