export { forecastUsage, type MeterPurchase } from './forecast.ts'
export { scheduleRoutes } from './routes.ts'
export { scheduleQueues } from './worker.ts'
