export { airtimeProduct } from './product.ts'
export { orderAirtime } from './record.ts'
export { airtimeRoutes } from './routes.ts'
