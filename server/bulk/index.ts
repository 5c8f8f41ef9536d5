export { bulkRoutes } from './routes.ts'
export { createBulkWorker } from './worker.ts'
