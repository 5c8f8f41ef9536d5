export { lookUpSmartcard } from './lookup.ts'
export { cabletvProduct } from './product.ts'
export { cabletvRoutes } from './routes.ts'
export { cabletvOrderOf } from './show.ts'
