import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import type { BodyOf, DataOf, Endpoint, Envelope, ParamsOf, QueryOf } from '../../shared/contract.ts'
import type { ManagementEndpoint } from '../../shared/management/endpoint-scopes.ts'
import type { Actor } from './actor.ts'
import { ApiError } from './api-error.ts'
import type { Upload } from './upload.ts'
import { parseFields } from './validate.ts'

/** The caller, known before the request's fields are read. */
export interface Caller<A extends Actor | null = Actor | null> {
  readonly actor: A
  /** SHA-256 of the guest session's id ("the browser that made this order"), or null. */
  readonly sessionHash: Buffer | null
  /** The order's access token, for endpoints that take it in the header, or null. */
  readonly accessToken?: string | null
  /** The version that a change is based on, for endpoints that require it; or null. */
  readonly version?: string | null
  /** SHA-256 of the browser's device id, which is kept across sign-in and sign-out, or null. */
  readonly deviceIdHash: Buffer | null
  /** IP address of the browser or API client. */
  readonly ip: string
  /** The `Idempotency-Key`, or null. */
  readonly idempotencyKey: string | null
  /** Id of the request, as in the log. */
  readonly requestId: string
  /** Logger with the request's id. */
  readonly log: Logger
  /** The uploaded file, for endpoints that accept one. */
  readonly file?: Upload | undefined
}

/** A handler's input: the validated fields of the contract, and nothing else of the request. */
export interface HandlerContext<C extends Endpoint = Endpoint> extends Caller<ActorOf<C>> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly res: Response
}

type ActorOf<C extends Endpoint> = C['audience'] extends 'anyone' ? Actor | null : Actor

/** Contents of the envelope. `httpStatus` defaults to 200. */
export interface HandlerResult<D = unknown> {
  readonly data?: D
  readonly message?: string
  readonly status?: Exclude<Envelope['status'], 'error'>
  readonly httpStatus?: number
  /** Public cache lifetime in seconds, for lists that are the same for all users. */
  readonly cacheSeconds?: number
}

/** A file response, without the envelope. */
export interface FileResponse {
  readonly file: Buffer
  /** Media type. */
  readonly type: string
  /** File name of the download. */
  readonly name: string
}

export type HandlerResponse<D = unknown> = HandlerResult<D> | FileResponse

/** An endpoint and its handler. Created by `route`. */
export interface Route {
  readonly endpoint: Endpoint
  /** Validates the request against the contract and runs the handler. @throws ApiError */
  handle(req: Request, res: Response, caller: Caller): Promise<HandlerResponse>
}

/** An endpoint as `route` takes it: a manager's endpoint without a row in `endpointScopes` does not compile. */
type ScopedEndpoint<C extends Endpoint> = C['audience'] extends 'manager'
  ? C['name'] extends ManagementEndpoint
    ? C
    : never
  : C

/**
 * Binds an endpoint of the contract to its handler. The handler returns a result or throws `ApiError`.
 * @example route(quotePower, async ({ body, sessionHash }) => ({ data: await lookUp(body, sessionHash) }))
 */
export function route<const C extends Endpoint>(
  endpoint: C & ScopedEndpoint<C>,
  handler: (context: HandlerContext<C>) => Promise<HandlerResponse<DataOf<C>>>,
): Route {
  return {
    endpoint,
    handle(req, res, caller) {
      const params = parseFields(endpoint.params, req.params)
      // A malformed reference gets the same response as an unknown one.
      if (!params.ok) throw new ApiError('NOT_FOUND')
      const query = parseFields(endpoint.query, req.query)
      const body = parseFields(endpoint.body, req.body)
      if (!query.ok) throw query.error
      if (!body.ok) throw body.error
      return handler({
        ...(caller as Caller<ActorOf<C>>),
        params: params.fields as ParamsOf<C>,
        query: query.fields as QueryOf<C>,
        body: body.fields as BodyOf<C>,
        res,
      })
    },
  }
}
