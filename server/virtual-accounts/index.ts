export { depositMachine, virtualAccountMachine } from './account.ts'
export { virtualAccountQueues } from './queues.ts'
export { recordDeposit } from './record-deposit.ts'
export { virtualAccountRoutes } from './routes.ts'
