export { depositTransitions, virtualAccountTransitions } from './account.ts'
export { recordDeposit } from './record-deposit.ts'
export { virtualAccountRoutes } from './routes.ts'
export { sweepVirtualAccounts } from './sweep.ts'
