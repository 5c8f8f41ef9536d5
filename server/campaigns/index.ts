export { campaignRoutes } from './routes.ts'
export { type CampaignParts, lettersSideBySide, sendCampaigns } from './send.ts'
