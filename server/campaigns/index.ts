export { campaignRoutes } from './routes.ts'
export { campaignConcurrency, campaignQueue } from './send.ts'
