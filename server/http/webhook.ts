import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'

/** A provider's webhook request: headers and the raw body, which the signature covers. */
interface WebhookRequest {
  readonly raw: Buffer
  readonly headers: IncomingHttpHeaders
  readonly log: Logger
}

/** Handles the requests that one provider posts to `/webhooks/{provider}`. */
export interface Webhook {
  readonly provider: string
  /** Resolves once the body is stored. Returns the HTTP status and the response text, plain unless `type` is json. */
  receive(request: WebhookRequest): Promise<{ http: number; text?: string; type?: 'json' }>
}
