export { powerReceipt } from './power.ts'
