export { inflowMoves, virtualAccountMoves } from './account.ts'
export { hearOfInflow } from './arrive.ts'
export { virtualAccountRoutes } from './routes.ts'
export { sweepVirtualAccounts } from './sweep.ts'
