import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import * as z from 'zod/mini'
import type { Route } from '../../server/http/index.ts'
import { errorCodesOf, successStatuses, supportsCsv } from '../../server/http/openapi/responses.ts'
import { apiPrefix } from '../../shared/constants.ts'
import type { Endpoint } from '../../shared/contract.ts'
import { type ErrorCode, errors } from '../../shared/errors.ts'
import { recordExample } from './examples.ts'

/** Violations of the OpenAPI document since the last test. */
const violations: string[] = []

export const takeViolations = (): string[] => violations.splice(0)

/**
 * Compares every response below `/api/v1` with its contract, from which the OpenAPI document is generated. A test
 * that receives an undocumented status, code or field fails at its end.
 */
export function withOpenApiCheck(routes: readonly Route[], handler: RequestListener): RequestListener {
  const endpoints = routes.map(({ endpoint }) => ({ endpoint, path: pathPattern(endpoint) }))
  return (req, res) => {
    const [path = ''] = (req.url ?? '').split('?')
    const endpoint = endpoints.find(
      (entry) => entry.endpoint.method === req.method && entry.path.test(path),
    )?.endpoint
    if (endpoint && endpoint.responseType !== 'text/event-stream') {
      const request = captureRequest(req)
      captureResponse(res, (body) => {
        const response = {
          httpStatus: res.statusCode,
          type: String(res.getHeader('content-type') ?? ''),
          body,
        }
        const problem = findViolation(endpoint, response)
        if (problem)
          violations.push(`${endpoint.method} ${endpoint.path} answered ${res.statusCode}: ${problem}`)
        else recordExample(endpoint, { request: request(), ...response })
      })
    }
    handler(req, res)
  }
}

/** Matches a path; fixed paths come before paths with parameters, in route order. */
const pathPattern = ({ path }: Endpoint): RegExp =>
  new RegExp(`^${apiPrefix}${path.replace(/\{\w+\}/g, '[^/]+')}/?$`)

interface RecordedResponse {
  httpStatus: number
  type: string
  body: Buffer
}

function findViolation(endpoint: Endpoint, { httpStatus, type, body }: RecordedResponse): string | null {
  if (successStatuses(endpoint).includes(httpStatus)) {
    if (endpoint.responseType)
      return type.startsWith(endpoint.responseType) ? null : `${type} instead of ${endpoint.responseType}`
    if (type.startsWith('text/csv'))
      return supportsCsv(endpoint) ? null : 'a file that the document does not have'
    return findSuccessViolation(endpoint, httpStatus, JSON.parse(body.toString()))
  }
  if (httpStatus < 400) return 'a status that the document does not have'
  return findErrorViolation(endpoint, httpStatus, JSON.parse(body.toString()))
}

const SuccessSchema = z.strictObject({
  status: z.enum(['success', 'created', 'pending']),
  message: z.string(),
  data: z.optional(z.unknown()),
})
const ErrorSchema = z.strictObject({
  status: z.literal('error'),
  code: z.string(),
  message: z.string().check(z.minLength(1)),
  data: z.optional(z.unknown()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
})

function findSuccessViolation(endpoint: Endpoint, httpStatus: number, envelope: unknown): string | null {
  const parsed = SuccessSchema.safeParse(envelope)
  if (!parsed.success) return formatIssues(parsed.error)
  if ((httpStatus === 202) !== (parsed.data.status === 'pending')) return `the status ${parsed.data.status}`
  const { data } = parsed.data
  if (data === undefined && httpStatus === 202) return null
  const fields = endpoint.data.safeParse(data)
  if (!fields.success) return formatIssues(fields.error)
  return isDeepStrictEqual(toPlainJson(fields.data), data)
    ? null
    : `fields that are not listed in ${JSON.stringify(data)}`
}

function findErrorViolation(endpoint: Endpoint, httpStatus: number, envelope: unknown): string | null {
  const parsed = ErrorSchema.safeParse(envelope)
  if (!parsed.success) return formatIssues(parsed.error)
  const code = parsed.data.code as ErrorCode
  if (!errorCodesOf(endpoint).includes(code)) return `the code ${code}, which is not listed`
  return errors[code].status === httpStatus ? null : `the code ${code} under another status`
}

const formatIssues = ({ issues }: { issues: readonly { path: PropertyKey[]; message: string }[] }): string =>
  issues.map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`).join('; ')

const toPlainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null')

/** Captures the JSON body of the request while the handler reads it. */
function captureRequest(req: IncomingMessage): () => unknown {
  const chunks: Buffer[] = []
  const { emit } = req
  req.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event === 'data') chunks.push(Buffer.from(args[0] as Buffer))
    return emit.call(req, event, ...args)
  }
  return () => {
    if (!req.headers['content-type']?.includes('json') || chunks.length === 0) return undefined
    try {
      return JSON.parse(Buffer.concat(chunks).toString())
    } catch {
      return undefined // Malformed: rejected, and not an example.
    }
  }
}

/** Passes the complete response body, decompressed, to the callback. */
function captureResponse(res: ServerResponse, onBody: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  const collect = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string')
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const { write, end } = res
  res.write = ((chunk: unknown, ...rest: unknown[]) => {
    collect(chunk, rest[0])
    return (write as (...args: unknown[]) => boolean).call(res, chunk, ...rest)
  }) as typeof res.write
  res.end = ((chunk?: unknown, ...rest: unknown[]) => {
    collect(chunk, rest[0])
    const encoded = Buffer.concat(chunks)
    const decode = decoders[String(res.getHeader('content-encoding'))]
    onBody(decode ? decode(encoded) : encoded)
    return (end as (...args: unknown[]) => ServerResponse).call(res, chunk, ...rest)
  }) as typeof res.end
}

const decoders: Record<string, (encoded: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
}
