export { referralBonus } from './bonus.ts'
export { referralRoutes } from './routes.ts'
