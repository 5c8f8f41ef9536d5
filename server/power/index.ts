export { lookUpMeter } from './lookup.ts'
export { powerProduct } from './product.ts'
export { powerRoutes } from './routes.ts'
export { powerOrderOf } from './show.ts'
