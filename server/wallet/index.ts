export { cashback } from './cashback.ts'
export { seedDemoCard } from './demo.ts'
export { type WalletParts, walletRoutes } from './routes.ts'
