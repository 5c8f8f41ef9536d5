export { cashback } from './cashback.ts'
export { seedDemoCard } from './demo.ts'
export { listMovements } from './movements.ts'
export { walletRoutes } from './routes.ts'
