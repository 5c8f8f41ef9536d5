export { educationProduct } from './product.ts'
export { educationRoutes } from './routes.ts'
