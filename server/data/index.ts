export { lookUpDevice } from './lookup.ts'
export { dataProduct } from './product.ts'
export { dataRoutes } from './routes.ts'
