export { orderJamb, orderWaec } from './lookup.ts'
export { educationProduct } from './product.ts'
export { educationRoutes } from './routes.ts'
