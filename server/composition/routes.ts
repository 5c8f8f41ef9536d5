import { accountRoutes, secondFactorRoutes, securityRoutes } from '../accounts/index.ts'
import { bankRoutes } from '../actions/index.ts'
import { approvalRoutes } from '../approvals/index.ts'
import { beneficiaryRoutes } from '../beneficiaries/index.ts'
import { bulkRoutes } from '../bulk/index.ts'
import { campaignRoutes } from '../campaigns/index.ts'
import { historyRoutes } from '../history/index.ts'
import type { Route } from '../http/index.ts'
import {
  describeSetting,
  managementRoutes,
  moneyRoutes,
  onGoodwillApproved,
  onLimitChangeApproved,
  onPurchaseApproved,
  onScopeChangeApproved,
  onTopUpApproved,
  orderActionRoutes,
  recordRoutes,
  userRecordRoutes,
} from '../management/index.ts'
import { notificationRoutes } from '../notifications/index.ts'
import { managedPaymentRequestRoutes, paymentRequestRoutes } from '../payment-requests/index.ts'
import { purchaseRoutes } from '../purchase/index.ts'
import { pushRoutes } from '../push/index.ts'
import { referralRoutes } from '../referral/index.ts'
import { scheduleRoutes } from '../schedules/index.ts'
import { serviceBackends } from '../services.ts'
import { ticketRoutes } from '../tickets/index.ts'
import { translationRoutes } from '../translations/index.ts'
import { virtualAccountRoutes } from '../virtual-accounts/index.ts'
import { walletRoutes } from '../wallet/index.ts'
import type { Dependencies } from './dependencies.ts'
import { mapGateways } from './gateways.ts'

/** Every route of the API that belongs to a feature. */
export const createRoutes = (dependencies: Dependencies): Route[] => [
  ...purchasing(dependencies),
  ...account(dependencies),
  ...backOffice(dependencies),
]

const purchasing = ({ context, deps, orderProcessor, assertPin, secrets }: Dependencies): Route[] => [
  ...purchaseRoutes(orderProcessor, { ...deps, sessionSecret: context.config.sessionSecret, assertPin }),
  ...Object.values(serviceBackends).flatMap((service) => service.createRoutes(deps, orderProcessor)),
  ...ticketRoutes(deps),
  ...paymentRequestRoutes({ ...deps, secrets }, orderProcessor),
  ...bankRoutes({
    log: deps.log,
    settings: deps.settings,
    sources: mapGateways(deps.payments.gateways, ({ banking }) => banking ?? null),
  }),
]

const account = (dependencies: Dependencies): Route[] => {
  const { context, deps, accounts, secrets, streams, trigger } = dependencies
  const { config, db, log, limits } = context
  return [
    ...accountRoutes(accounts),
    ...securityRoutes(accounts),
    ...secondFactorRoutes(accounts, { required: config.mode === 'live' }),
    ...walletRoutes(deps),
    ...beneficiaryRoutes({ db, secrets }),
    ...virtualAccountRoutes(deps),
    ...notificationRoutes({ db, secrets, streams }),
    ...pushRoutes({ db, log, config, limits }),
    ...historyRoutes(deps),
    ...referralRoutes(deps),
    ...bulkRoutes(deps, () => trigger('bulk_rows')),
    ...scheduleRoutes(dependencies.schedules),
  ]
}

const backOffice = ({
  deps,
  management,
  operations,
  campaigns,
  translations,
  assertPin,
}: Dependencies): Route[] => [
  ...operations.routes,
  ...managementRoutes(management),
  ...moneyRoutes(management),
  ...orderActionRoutes(management),
  ...approvalRoutes({
    db: deps.db,
    assertPin,
    handlers: {
      wallet_topup: onTopUpApproved(management),
      refund: operations.onRefundApproved,
      unallocated_funds: operations.onAllocationApproved,
      purchase: onPurchaseApproved(management),
      limit_change: onLimitChangeApproved(management),
      goodwill: onGoodwillApproved(management),
      dispute_acceptance: operations.onDisputeAcceptanceApproved,
      scope_change: onScopeChangeApproved,
    },
    describeSetting,
  }),
  ...recordRoutes(management),
  ...userRecordRoutes(management),
  ...managedPaymentRequestRoutes(deps),
  ...campaignRoutes(campaigns),
  ...translationRoutes({ db: deps.db, reloadTranslations: translations.reload }),
]
