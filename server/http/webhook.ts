import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'

/** What a counterparty sent: the raw bytes, which its signature is about. */
export interface Delivered {
  readonly raw: Buffer
  readonly headers: IncomingHttpHeaders
  readonly log: Logger
}

/** Receives what one counterparty posts to `/webhooks/{party}` and answers as that party expects. */
export interface Webhook {
  readonly party: string
  /** Returns once the body is durable. An HTTP status and the text of the answer, plain unless it is JSON. */
  receive(delivered: Delivered): Promise<{ http: number; text?: string; type?: 'json' }>
}
