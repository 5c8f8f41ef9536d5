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

/** Names of a contract module's endpoints that are for managers. */
type ManagerCallsOf<Contracts> = {
  [K in keyof Contracts]: Contracts[K] extends { audience: 'manager'; name: infer Name extends string }
    ? Name
    : never
}[keyof Contracts]

/** The name of every endpoint of the back office. */
export type ManagementEndpoint =
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
 * Scopes of which a manager needs one, for each endpoint. The server checks them before the handler runs; menus and
 * buttons read the same table. An endpoint without a row does not compile.
 */
const endpointScopes = {
  verifyPin: scopes,
  getSecondFactorState: scopes,
  startSecondFactor: scopes,
  confirmSecondFactor: scopes,
  disableSecondFactor: scopes,
  getManagementOverview: scopes,
  getUserChoices: scopes,
  getUsers: scopes,
  getUserDetails: scopes,
  getManagedOrders: scopes,
  getManagedOrder: scopes,
  getManagedTransactions: scopes,
  getTransactionTotals: scopes,
  searchRecords: scopes,

  getUserMeters: ['support', 'finance'],
  getUserSmartcards: ['support', 'finance'],
  getUserWalletTransactions: ['support', 'finance'],
  getUserCards: ['support', 'finance'],
  getUserTickets: ['support'],
  getUserNotes: ['support', 'finance', 'admin'],
  addUserNote: ['support', 'finance', 'admin'],
  getUserSessions: ['support', 'admin'],
  blockUser: ['support', 'admin'],
  unblockUser: ['support', 'admin'],
  signOutUser: ['support', 'admin'],
  resetUserPin: ['support', 'admin'],
  requestUserScopes: ['admin'],

  getManagedPaymentRequests: ['support', 'operations'],
  blockPaymentRequest: ['support', 'operations'],
  getManagedTickets: ['support'],
  replyToTicket: ['support'],
  closeTicket: ['support'],
  getEmailTemplates: ['support'],
  createTemplate: ['support'],
  updateTemplate: ['support'],
  deleteTemplate: ['support'],
  sendEmail: ['support'],
  sendSms: ['support'],
  getMessages: ['support'],
  getMessageProgress: ['support'],
  previewMessage: ['support'],
  getInvalidRecipients: ['support'],
  sendTestMessage: ['support'],
  updateScheduledMessage: ['support'],
  pauseMessage: ['support'],
  continueMessage: ['support'],
  stopMessage: ['support'],

  getReviews: ['support', 'finance', 'operations'],
  showOrderCodes: ['support'],
  resendDelivery: ['support'],
  addOrderNote: ['support', 'finance', 'operations'],
  payGoodwill: ['finance'],
  requeryOrder: ['support', 'operations'],
  deliverOrder: ['operations'],
  closeReview: ['finance', 'operations'],
  createRecord: ['finance', 'operations'],
  getServiceDetails: ['support'],

  refundOrder: ['finance'],
  rejectAccountOfRefund: ['finance'],
  topUpWallet: ['finance'],
  purchasePowerForUser: ['finance'],
  purchaseCabletvForUser: ['finance'],
  getManagedTopUps: ['support', 'finance'],
  getReconciliation: ['finance'],
  resolveBreak: ['finance'],
  openFloatBalance: ['finance'],
  getSettlements: ['finance'],
  getDisputes: ['finance'],
  sendDisputeResponse: ['finance'],
  getSettlement: ['finance'],
  getVendorFloats: ['finance', 'operations'],
  refreshVendorFloats: ['finance', 'operations'],
  creditUnallocatedFunds: ['finance'],
  returnUnallocatedFunds: ['finance'],
  getApprovals: scopes,
  approve: ['finance', 'admin'],
  reject: ['finance', 'admin'],

  getSiteConfigs: ['operations'],
  updateSiteConfigs: ['operations'],
  getFeesAndLimits: ['admin'],
  updateFeesAndLimits: ['admin'],
  getConfigHistory: ['operations', 'admin'],
  getAuditLogs: ['admin'],
  getTranslationCounts: ['admin'],
  getTranslations: ['admin'],
  getTranslation: ['admin'],
  updateTranslation: ['admin'],
} as const satisfies Record<ManagementEndpoint, readonly [ManagerScope, ...ManagerScope[]]>

const isManagementEndpoint = (name: string): name is ManagementEndpoint => Object.hasOwn(endpointScopes, name)

/** Whether a manager with these scopes may use the endpoint. An unlisted endpoint is rejected. */
export const mayUseEndpoint = (owned: readonly ManagerScope[], name: string): boolean => {
  if (!isManagementEndpoint(name)) return false
  const allowed: readonly ManagerScope[] = endpointScopes[name]
  return owned.some((scope) => allowed.includes(scope))
}

/** The endpoint that each page of the back office is about: a manager without its scope does not see the page. */
export const pageEndpoints = {
  '/management': 'getManagementOverview',
  '/management/sign-in': 'getSecondFactorState',
  '/management/transactions': 'getManagedOrders',
  '/management/transactions/:reference': 'getManagedOrder',
  '/management/reviews': 'getReviews',
  '/management/approvals': 'getApprovals',
  // Its dialog records purchases, also for those who may not buy.
  '/management/power': 'createRecord',
  '/management/cabletv': 'purchaseCabletvForUser',
  '/management/wallet/top-up': 'topUpWallet',
  '/management/top-ups': 'getManagedTopUps',
  '/management/users': 'getUsers',
  '/management/users/:uniqueid': 'getUserDetails',
  '/management/tickets': 'getManagedTickets',
  '/management/payment-requests': 'getManagedPaymentRequests',
  '/management/messages/email': 'sendEmail',
  '/management/messages/sms': 'sendSms',
  '/management/configs': 'getSiteConfigs',
  '/management/figures': 'getFeesAndLimits',
  '/management/reconciliation': 'getReconciliation',
  '/management/money': 'getVendorFloats',
  '/management/translations': 'getTranslations',
  '/management/audit-logs': 'getAuditLogs',
} as const satisfies Record<string, ManagementEndpoint>
