export { managedPaymentRequestRoutes } from './management-routes.ts'
export { paymentRequestMachine } from './request.ts'
export { paymentRequestRoutes } from './routes.ts'
export { paymentRequestRules } from './rules.ts'
