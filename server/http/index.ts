export type { Actor } from './actor.ts'
export { type AssertPin, createApiHandler, createApiServer } from './api.ts'
export { ApiError } from './api-error.ts'
export {
  isActiveSessionToken,
  issueSessionToken,
  revokeSessionToken,
  revokeUserSessionTokens,
  sessionIdOf,
  sessionTokenFromHeader,
} from './authenticate.ts'
export { csvFile } from './csv.ts'
export { type Cursor, decodeCursor, encodeCursor, invalidCursor, pageOf } from './cursor.ts'
export { envelopeOf, errorResponseOf, send, sendError } from './envelope.ts'
export type { HttpResult } from './http-client.ts'
export { sendHttpRequest } from './http-client.ts'
export { idempotencyKeyLifetimeDays, idFromIdempotencyKey } from './idempotency.ts'
export {
  internalHeader,
  isInvalidInternalHeader,
  signInternalHeader,
  verifyInternalHeader,
} from './internal-header.ts'
export { ipNetworkOf } from './ip-network.ts'
export { createRateLimits, type Limits } from './limits.ts'
export { createLog } from './log.ts'
export { openapi } from './openapi/index.ts'
export { type ProviderCallbacks, providerCallback } from './provider-callback.ts'
export { warnOfUntrustedProxy } from './proxy-warning.ts'
export { type RateLimitName, rateLimitRules } from './rate-limit-rules.ts'
export {
  type Caller,
  type FileResponse,
  type HandlerResult,
  type Route,
  route,
} from './route.ts'
export { apiSecurityHeaders, setApiSecurityHeaders } from './security-headers.ts'
export { limitSlowBodies, type SlowRequestLimits, slowRequestLimits } from './slow-requests.ts'
export { httpServerTexts } from './texts.ts'
export { answerUnreadableRequests } from './unreadable-requests.ts'
export type { Upload } from './upload.ts'
export { parseFields } from './validate.ts'
export type { Webhook, WebhookRequest } from './webhook.ts'
