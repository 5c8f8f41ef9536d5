export { campaignRoutes } from './routes.ts'
export { createCampaignWork, lettersSideBySide } from './send.ts'
