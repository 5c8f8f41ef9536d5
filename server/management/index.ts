export { moneyRoutes } from './money-routes.ts'
export type { ManagementParts } from './parts.ts'
export { recordRoutes } from './record-routes.ts'
export { managementRoutes } from './routes.ts'
