export { dataProduct } from './product.ts'
export { dataRoutes } from './routes.ts'
