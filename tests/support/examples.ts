import { readFileSync, writeFileSync } from 'node:fs'
import { examplesFile } from '../../server/http/openapi/examples.ts'
import type { Endpoint } from '../../shared/contract.ts'

interface Example {
  request?: unknown
  responses: Record<string, unknown>
}

/** `RECORD_EXAMPLES=1`: successful responses of this run become the examples of the OpenAPI document. */
const isRecording = process.env.RECORD_EXAMPLES === '1'
const maxListItems = 2
const maxBytes = 6_000

/** Stores the longest response of an endpoint within the size limit. */
export function recordExample(
  endpoint: Endpoint,
  { httpStatus, type, body, request }: { httpStatus: number; type: string; body: Buffer; request: unknown },
): void {
  if (!isRecording || httpStatus >= 400 || !type.includes('json')) return
  const examples = JSON.parse(readFileSync(examplesFile, 'utf8')) as Record<string, Example>
  const example = examples[endpoint.name] ?? { responses: {} }
  const response = shorten(JSON.parse(body.toString()))
  const size = JSON.stringify(response).length
  const isShorter = size <= JSON.stringify(example.responses[httpStatus] ?? '').length
  if (size > maxBytes || (isShorter && !isStale(endpoint, example.responses[httpStatus]))) return
  example.responses[httpStatus] = response
  if (request !== undefined) example.request = pickContractFields(endpoint, request)
  examples[endpoint.name] = example
  const sortedExamples = Object.fromEntries(
    Object.entries(examples).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  writeFileSync(examplesFile, `${JSON.stringify(sortedExamples, null, 2)}\n`)
}

const isStale = ({ data }: Endpoint, response: unknown): boolean =>
  response !== undefined && !data.safeParse((response as { data?: unknown }).data).success

/** Drops request fields that are not in the contract: tests also send such fields. */
function pickContractFields({ body }: Endpoint, request: unknown): unknown {
  const fields = body && 'shape' in body ? Object.keys(body.shape as object) : []
  const entries = Object.entries(request as object)
  return Object.fromEntries(entries.filter(([name]) => fields.includes(name)))
}

/** Hides session tokens and truncates lists to two entries. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxListItems).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'api_token' ? 'session-token' : shorten(inner),
    ]),
  )
}
