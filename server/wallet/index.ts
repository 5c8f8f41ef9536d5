export { cashback } from './cashback.ts'
export { seedDemoCard } from './demo.ts'
export { walletRoutes } from './routes.ts'
export { listWalletTransactions } from './transactions.ts'
