export { campaignRoutes } from './routes.ts'
export { type CampaignParts, sendCampaigns } from './send.ts'
