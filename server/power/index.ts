export { powerProduct } from './product.ts'
export { powerRoutes } from './routes.ts'
