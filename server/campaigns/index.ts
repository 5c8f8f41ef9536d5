export { campaignRoutes } from './routes.ts'
export { campaignConcurrency, createCampaignSender } from './send.ts'
