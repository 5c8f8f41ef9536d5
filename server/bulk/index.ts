export { bulkRoutes } from './routes.ts'
export { type BulkWork, createBulkWork } from './work.ts'
