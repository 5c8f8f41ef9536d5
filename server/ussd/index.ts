export { ussdWebhook } from './callback.ts'
export type { UssdDeps } from './deps.ts'
