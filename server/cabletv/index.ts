export { cabletvProduct } from './product.ts'
export { cabletvRoutes } from './routes.ts'
