export type { PowerParts } from './lookup.ts'
export { powerProduct } from './product.ts'
export { powerRoutes } from './routes.ts'
