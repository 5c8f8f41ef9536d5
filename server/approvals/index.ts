export { type Asked, type By, type Happens, keepAsked, needsSecond, waiting } from './approvals.ts'
export { approvalRoutes } from './routes.ts'
