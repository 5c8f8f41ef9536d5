import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import type { BodyOf, Call, DataOf, Envelope, ParamsOf, QueryOf } from '../../shared/contract.ts'
import type { Actor } from './actor.ts'
import { Refused } from './refused.ts'
import type { Upload } from './upload.ts'
import { readFields } from './validate.ts'

/** Who calls, known before anything of the call itself is read. */
export interface Caller<A extends Actor | null = Actor | null> {
  readonly actor: A
  /** SHA-256 of the guest session's id ("the browser that made this order"), or null. */
  readonly session: Buffer | null
  /** Address of the browser or client. */
  readonly client: string
  /** The `Idempotency-Key`, or null. */
  readonly key: string | null
  /** Id of the request, as in the log. */
  readonly request: string
  /** Carries the request's id. */
  readonly log: Logger
  /** What a call that takes a file was sent. */
  readonly file?: Upload | undefined
}

/** What a handler is given: the fields that the contract lists, checked, and nothing else of the request. */
export interface Asked<C extends Call = Call> extends Caller<ActorOf<C>> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly res: Response
}

type ActorOf<C extends Call> = C['audience'] extends 'anyone' ? Actor | null : Actor

/** What goes into the envelope. `http` is 200 unless said. */
export interface Told<D = unknown> {
  readonly data?: D
  readonly message?: string
  readonly status?: Exclude<Envelope['status'], 'error'>
  readonly http?: number
  /** Seconds that anybody on the way may keep the answer: for lists that are the same for everybody. */
  readonly keepSeconds?: number
}

/** An answer that is no envelope. */
export interface Document {
  readonly file: Buffer
  /** Media type. */
  readonly type: string
  /** The name under which a browser saves it. */
  readonly name: string
}

export type Answer<D = unknown> = Told<D> | Document

/** One call and what answers it. Made by `route`. */
export interface Route {
  readonly call: Call
  /** Reads the request by the contract, then lets the handler answer. @throws Refused */
  answer(req: Request, res: Response, caller: Caller): Promise<Answer>
}

/**
 * Binds a call of the contract to its handler. The handler answers, or throws `Refused`.
 * @example route(getMeterInfo, async ({ body, session }) => ({ data: await lookUp(body, session) }))
 */
export function route<const C extends Call>(
  call: C,
  handler: (asked: Asked<C>) => Promise<Answer<DataOf<C>>>,
): Route {
  return {
    call,
    answer(req, res, caller) {
      const params = readFields(call.params, req.params)
      // A reference that cannot exist answers like one that does not.
      if (!params.ok) throw new Refused('NOT_FOUND')
      const query = readFields(call.query, req.query)
      const body = readFields(call.body, req.body)
      if (!query.ok) throw query.refused
      if (!body.ok) throw body.refused
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
