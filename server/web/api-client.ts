import type { Logger } from 'pino'
import { apiPrefix } from '../../shared/constants.ts'
import {
  type BodyOf,
  type Call,
  type DataOf,
  type FieldErrors,
  type ParamsOf,
  pathOf,
  type QueryOf,
} from '../../shared/contract.ts'
import { errors } from '../../shared/errors.ts'

const timeoutMs = 15_000

/** What the API said, or that it could not be reached (`http` 0). Never thrown. */
export type Answer<T> =
  | { ok: true; http: number; status: string; message: string; data: T }
  | { ok: false; http: number; message: string; errors: FieldErrors }

/** On whose behalf the shell calls. */
export interface Caller {
  /** Address of the browser. */
  ip: string
  /** The guest session's id, or ''. */
  session: string
  /** The bearer, or ''. */
  token: string
}

export interface Asked<C extends Call> {
  params?: ParamsOf<C> extends Record<string, string> ? ParamsOf<C> : undefined
  query?: Partial<Record<keyof QueryOf<C> & string, string>>
  /** As people typed it: the API reads and refuses. */
  body?: { [name in keyof BodyOf<C>]?: unknown }
  /** `Idempotency-Key` of calls that move money. */
  key?: string
}

export interface ApiClient {
  ask<C extends Call>(call: C, asked: Asked<C>, caller: Caller): Promise<Answer<DataOf<C>>>
  /** A document that is no envelope (OpenAPI, readiness); null when it cannot be had. */
  document(path: string, caller: Caller): Promise<unknown>
}

interface Parts {
  origin: string
  /** Signs the header by which the API knows the browser behind our call. */
  sign(caller: Caller): string
  log: Logger
}

/** The shell's own way to the API: the same calls, envelopes and rules as any other client. */
export function apiClient({ origin, sign, log }: Parts): ApiClient {
  const send = (path: string, init: RequestInit, caller: Caller) =>
    fetch(`${origin}${apiPrefix}${path}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        // It would be unpacked at once.
        'accept-encoding': 'identity',
        'x-requested-with': 'XMLHttpRequest',
        'x-sanwo-shell': sign(caller),
        ...(caller.token && { authorization: `Bearer ${caller.token}` }),
        ...init.headers,
      },
    })

  return {
    async ask(call, asked, caller) {
      const search = asked.query ? `?${new URLSearchParams(asked.query as Record<string, string>)}` : ''
      const headers: Record<string, string> = {}
      if (asked.body) headers['content-type'] = 'application/json'
      if (asked.key) headers['idempotency-key'] = asked.key
      try {
        const reply = await send(
          pathOf(call, asked.params ?? {}) + search,
          { method: call.method, headers, body: asked.body ? JSON.stringify(asked.body) : null },
          caller,
        )
        return read(call, reply.status, await reply.json(), log)
      } catch (error) {
        log.warn({ call: call.name, because: nameOf(error) }, 'the API did not answer the shell')
        return { ok: false, http: 0, message: errors.UNAVAILABLE.says, errors: {} }
      }
    },
    async document(path, caller) {
      try {
        const reply = await send(path, { method: 'GET' }, caller)
        return reply.ok ? await reply.json() : null
      } catch {
        return null
      }
    },
  }
}

function read<C extends Call>(call: C, http: number, envelope: unknown, log: Logger): Answer<DataOf<C>> {
  const it = (typeof envelope === 'object' && envelope !== null ? envelope : {}) as Record<string, unknown>
  const message = typeof it.message === 'string' ? it.message : errors.OURS.says
  const status = typeof it.status === 'string' ? it.status : 'error'
  if (http >= 400 || status === 'error') return { ok: false, http, message, errors: fieldErrorsOf(it.errors) }
  const data = call.data.safeParse(it.data)
  if (data.success) return { ok: true, http, status, message, data: data.data as DataOf<C> }
  log.error(
    { call: call.name, at: data.error.issues.map((issue) => issue.path.join('.')) },
    'an answer broke its contract',
  )
  return { ok: false, http: 502, message: errors.OURS.says, errors: {} }
}

function fieldErrorsOf(found: unknown): FieldErrors {
  if (typeof found !== 'object' || found === null) return {}
  const known = Object.entries(found).map(([name, says]) => [name, [says].flat().map(String)] as const)
  return Object.fromEntries(known)
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown')
