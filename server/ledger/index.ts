export { account } from './accounts.ts'
export { captured, delivered, type Entry, lateDelivered, refundProcessed, refundRequested } from './entry.ts'
export { balanceOf, NotEnough, post, sumOf, trialBalance } from './post.ts'
