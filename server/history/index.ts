export { findOrCreateRepeatOrder } from './buy-again.ts'
export { historyRoutes } from './routes.ts'
