export { airtimeProduct } from './product.ts'
export { airtimeRoutes } from './routes.ts'
