export { airtimeProduct } from './product.ts'
export { recordAirtime } from './record.ts'
export { airtimeRoutes } from './routes.ts'
