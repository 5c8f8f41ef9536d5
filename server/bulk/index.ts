export { bulkRoutes } from './routes.ts'
export { bulkQueues } from './worker.ts'
