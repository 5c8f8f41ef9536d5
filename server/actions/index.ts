export { bankRoutes } from './banks.ts'
export { actionRoutes } from './routes.ts'
