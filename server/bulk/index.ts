export { bulkRoutes } from './routes.ts'
export { type BulkWorker, createBulkWorker } from './worker.ts'
