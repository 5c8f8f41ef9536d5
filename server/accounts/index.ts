export { demoUsers, seedDemoUsers } from './demo.ts'

export { ManagerCommandError, managerCommand } from './manager.ts'
export { assertPin } from './pin.ts'
export { accountRoutes } from './routes.ts'
export { securityRoutes } from './security-routes.ts'
export { newReferralCode, newUniqueid } from './store.ts'
