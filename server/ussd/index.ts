export { ussdWebhook } from './callback.ts'
