export { referralBonus } from './bonus.ts'
