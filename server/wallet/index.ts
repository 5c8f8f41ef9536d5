export { cashback } from './cashback.ts'
export { seedDemoCard } from './demo.ts'
export { type WalletDeps, walletRoutes } from './routes.ts'
