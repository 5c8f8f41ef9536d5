import type * as z from 'zod/mini'
import { type Endpoint, versionHeader } from '../../../shared/contract.ts'
import { type ErrorCode, errors } from '../../../shared/errors.ts'
import { ApiError } from '../api-error.ts'
import { errorResponseOf } from '../envelope.ts'
import { idempotencyKeyHeader, idempotencyKeyLifetimeDays } from '../idempotency.ts'
import { operationDescriptions } from './descriptions/index.ts'
import type { Example } from './examples.ts'
import { errorCodesByStatus, successStatuses, supportsCsv } from './responses.ts'
import { fieldDescription, type JsonObject, type Schemas } from './schemas.ts'
import { tagOf } from './tags.ts'

/** Components shared by operations: schemas and common error responses. */
export interface Components {
  readonly schemas: Schemas
  readonly responses: Record<string, JsonObject>
}

/** One endpoint as an OpenAPI operation. */
export function operationOf(
  endpoint: Endpoint,
  components: Components,
  example: Example | undefined,
): JsonObject {
  const { schemas } = components
  const requestBody = requestBodyOf(endpoint, schemas, example)
  const parameters = [
    ...parametersOf(endpoint, 'path', schemas),
    ...parametersOf(endpoint, 'query', schemas),
    ...(endpoint.requiresIdempotencyKey ? [idempotencyKeyParameter] : []),
    ...(endpoint.requiresVersion ? [versionParameter] : []),
  ]
  return {
    operationId: endpoint.name,
    tags: [tagOf(endpoint.path)],
    summary: endpoint.summary,
    description: operationDescriptions[endpoint.name] ?? `${endpoint.summary}.`,
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successResponses(endpoint, schemas, example), ...errorResponses(endpoint, components) },
  }
}

const securityOf = ({ audience, acceptsAccessToken }: Endpoint): JsonObject[] =>
  audience === 'anyone'
    ? [{}, ...(acceptsAccessToken ? [{ orderAccessToken: [] }] : []), { bearer: [] }]
    : [{ bearer: [] }]

const idempotencyKeyParameter = {
  name: idempotencyKeyHeader,
  in: 'header',
  required: false,
  description: `A unique key for this request, for example a UUID. A retry with the same key gets the first response for at least ${idempotencyKeyLifetimeDays} days.`,
  schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
  example: 'b9c1f7a0-52d3-4c0b-8f0e-0c7f4f7d3a11',
}

const versionParameter = {
  name: versionHeader,
  in: 'header',
  required: false,
  description:
    'The version that the change is based on, in double quotes. If another change came first, the request is rejected with 409.',
  schema: { type: 'string' },
  example: '"42"',
}

const nameOf = (endpoint: Endpoint, suffix: string): string =>
  `${endpoint.name.charAt(0).toUpperCase()}${endpoint.name.slice(1)}${suffix}`

/** The request body: JSON by the contract's schema, or a form with a file. */
function requestBodyOf(
  endpoint: Endpoint,
  schemas: Schemas,
  example: Example | undefined,
): JsonObject | undefined {
  const { body, upload } = endpoint
  const json = body && schemas.schemaOf(body, { io: 'input', name: nameOf(endpoint, 'Request') })
  if (!upload) {
    const request = example?.request
    return (
      json && {
        required: true,
        content: { 'application/json': { schema: json, ...(request !== undefined && { example: request }) } },
      }
    )
  }
  const megabytes = Math.floor(upload.maxBytes / 1024 / 1024)
  const file = {
    type: 'string',
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    description: `The file, at most ${megabytes} MB.`,
  }
  const fileSchema = {
    type: 'object',
    ...(!upload.optional && { required: [upload.field] }),
    properties: { [upload.field]: file },
  }
  const schema = json ? { allOf: [json, fileSchema] } : fileSchema
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function parametersOf(endpoint: Endpoint, location: 'path' | 'query', schemas: Schemas): JsonObject[] {
  const schema: z.ZodMiniObject | undefined = location === 'path' ? endpoint.params : endpoint.query
  if (!schema) return []
  return Object.entries(schema.shape).map(([name, value]) => {
    const optional = (value as z.ZodMiniType)._zod.optin === 'optional'
    const description = fieldDescription(name, endpoint.name)
    return {
      name,
      in: location,
      required: location === 'path' || !optional,
      ...(description && { description }),
      schema: schemas.schemaOf(value as z.ZodMiniType, { io: 'input', name: nameOf(endpoint, name) }),
    }
  })
}

const commonHeaders = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }

function successResponses(endpoint: Endpoint, schemas: Schemas, example: Example | undefined): JsonObject {
  if (endpoint.responseType) {
    const schema =
      endpoint.responseType === 'text/event-stream'
        ? schemas.schemaOf(endpoint.data, { io: 'output', name: nameOf(endpoint, 'Data') })
        : { type: 'string', format: 'binary' }
    const content = { [endpoint.responseType]: { schema } }
    return { 200: { description: `${endpoint.summary}.`, headers: commonHeaders, content } }
  }
  const data = schemas.schemaOf(endpoint.data, { io: 'output', name: nameOf(endpoint, 'Data') })
  return Object.fromEntries(
    successStatuses(endpoint).map((httpStatus) => {
      const exampleResponse = example?.responses[httpStatus]
      const json = {
        schema: envelopeOf(data, httpStatus),
        ...(exampleResponse !== undefined && { example: exampleResponse }),
      }
      return [
        String(httpStatus),
        {
          description: httpStatus === 202 ? 'Accepted, and not decided yet.' : `${endpoint.summary}.`,
          headers: commonHeaders,
          content: {
            'application/json': json,
            ...(httpStatus === 200 &&
              supportsCsv(endpoint) && { 'text/csv': { schema: { type: 'string' } } }),
          },
        },
      ]
    }),
  )
}

/** A pending response may have no data. */
const envelopeOf = (data: JsonObject, httpStatus: number): JsonObject => ({
  type: 'object',
  required: ['status', 'message', ...(httpStatus === 202 ? [] : ['data'])],
  properties: {
    status: {
      type: 'string',
      enum: httpStatus === 202 ? ['pending'] : ['success', 'created'],
      description:
        httpStatus === 202 ? 'Always `pending`.' : '`success`, or `created` where the operation says so.',
    },
    message: { type: 'string', description: 'A message for users, which may change.' },
    data: {
      ...data,
      description: Object.keys(data).length > 0 ? 'The result of the request.' : 'Not used.',
    },
  },
})

/**
 * One response for each HTTP status of an error. Responses with one or two codes are shared by endpoints and get a name.
 */
const errorResponses = (endpoint: Endpoint, { responses }: Components): JsonObject =>
  Object.fromEntries(
    Object.entries(errorCodesByStatus(endpoint)).map(([status, codes = []]) => {
      if (codes.length > 2) return [status, errorResponse(status, codes)]
      const name = codes.map(toPascalCase).join('Or')
      responses[name] ??= errorResponse(status, codes)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )

/** SIGN_IN as SignIn. */
const toPascalCase = (code: ErrorCode): string =>
  code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')

const retryableCodes: ReadonlySet<ErrorCode> = new Set(['TOO_MANY', 'KEY_BUSY', 'UNAVAILABLE', 'PIN_LOCKED'])

function errorResponse(status: string, codes: readonly ErrorCode[]): JsonObject {
  const headers = {
    ...commonHeaders,
    ...((status === '503' || codes.some((code) => retryableCodes.has(code))) && {
      'Retry-After': { $ref: '#/components/headers/RetryAfter' },
    }),
    ...(status === '401' && { 'WWW-Authenticate': { $ref: '#/components/headers/Authenticate' } }),
  }
  const code = { type: 'string', enum: codes, description: 'The error code.' }
  const schema = {
    allOf: [{ $ref: '#/components/schemas/ErrorResponse' }, { type: 'object', properties: { code } }],
  }
  const examples = codes.map((code) => [code, { value: errorResponseOf(new ApiError(code)).envelope }])
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].message}`).join(' '),
    headers,
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  }
}
