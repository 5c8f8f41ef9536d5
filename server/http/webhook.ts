import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'

/** A provider's webhook request: headers and the raw body, which the signature covers. */
export interface WebhookRequest {
  readonly raw: Buffer
  readonly headers: IncomingHttpHeaders
  /** The values in its path. */
  readonly params: Readonly<Record<string, string>>
  /** The sender's address. */
  readonly ip: string
  /** Id of the request, as in the log. */
  readonly requestId: string
  readonly log: Logger
}

/** Handles the requests that one provider posts to `/webhooks/{provider}`, or to another path below `/webhooks`. */
export interface Webhook {
  readonly provider: string
  /** Express's pattern, for example `acme/:secret/sms`. Default: the provider. */
  readonly path?: string
  /** Resolves once the body is stored. Returns the HTTP status and the response text, plain unless `type` is json. */
  receive(request: WebhookRequest): Promise<{ httpStatus: number; text?: string; type?: 'json' }>
}
