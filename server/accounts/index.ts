export { demoUsers, seedDemoUsers } from './demo.ts'
export { grantScopes } from './grant-scopes.ts'
export {
  type AccountAction,
  blockAccount,
  removePin,
  signOutAccount,
  unblockAccount,
} from './managed-account.ts'
export { ManagerCommandError, managerCommand } from './manager.ts'
export { assertPaymentPin } from './payment-pin.ts'
export { assertPin } from './pin.ts'
export { accountRoutes } from './routes.ts'
export { secondFactorRoutes } from './second-factor-routes.ts'
export { securityRoutes } from './security-routes.ts'
export { listActiveSessions } from './sessions.ts'
export { newReferralCode, newUniqueid } from './store.ts'
export { assertPinOfLinkedPhone, candidatesOfPhone, linkPhoneWithPin, userOfPhone } from './verified-phone.ts'
