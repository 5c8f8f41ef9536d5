export type { BankSources } from './bank-list.ts'
export { bankRoutes } from './banks.ts'
export { actionRoutes } from './routes.ts'
