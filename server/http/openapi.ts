import * as z from 'zod/mini'
import { apiPrefix } from '../../shared/constants.ts'
import type { Call } from '../../shared/contract.ts'
import { type ErrorCode, errors } from '../../shared/errors.ts'
import { keyHeader } from './idempotency.ts'
import type { Route } from './route.ts'

type Json = Record<string, unknown>

/** Refusals that any call may answer with. */
const everyCall = ['MALFORMED', 'SESSION_ENDED', 'TOO_MANY', 'OURS'] as const satisfies ErrorCode[]
const byAudience = {
  anyone: [],
  user: ['SIGN_IN'],
  verified: ['SIGN_IN', 'VERIFY_FIRST'],
  manager: ['SIGN_IN', 'NOT_ALLOWED'],
} as const satisfies Record<Call['audience'], ErrorCode[]>

/** The OpenAPI 3.1 document of these routes, made of the contracts that they check with. */
export function openapi({
  routes,
  brandName,
  appUrl,
}: {
  routes: readonly Route[]
  brandName: string
  appUrl: string
}): Json {
  const paths: Record<string, Json> = {}
  for (const { call } of routes) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brandName} API`,
      version: '1',
      description:
        'Every answer is one envelope: status, message, data, errors. Amounts are naira with at most two decimals. ' +
        'A bearer names a signed-in person; without one the caller is a guest.',
    },
    servers: [{ url: `${appUrl}${apiPrefix}` }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: refusalSchema },
    },
  }
}

const refusalSchema = {
  type: 'object',
  required: ['status', 'message'],
  properties: {
    status: { const: 'error' },
    message: { type: 'string', description: 'A sentence for people.' },
    data: {},
    errors: {
      type: 'object',
      description: 'What is wrong, by the name of the field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
}

/** What is sent: JSON by the contract's schema, or a file. */
function requestOf({ body, upload }: Call): Json | undefined {
  if (upload) {
    const file = { type: 'string', format: 'binary', maxLength: upload.mostBytes }
    const schema = { type: 'object', required: [upload.field], properties: { [upload.field]: file } }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  return body && { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } }
}

function operation(call: Call): Json {
  const requestBody = requestOf(call)
  return {
    operationId: call.name,
    summary: call.summary,
    security: call.audience === 'anyone' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: [
      ...fieldsOf(call.params, 'path'),
      ...fieldsOf(call.query, 'query'),
      ...(call.keyed ? [keyParameter] : []),
    ],
    ...(requestBody && { requestBody }),
    responses: { ...goodAnswers(call), ...refusals(call) },
  }
}

const keyParameter = {
  name: keyHeader,
  in: 'header',
  required: false,
  description: 'Your own name for this intention: a repeat with the same key gets the first answer.',
  schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
}

function fieldsOf(schema: z.ZodMiniObject | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, it]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: it,
  }))
}

function goodAnswers(call: Call): Json {
  if (call.answers) {
    const content = { [call.answers]: { schema: { type: 'string', format: 'binary' } } }
    return { 200: { description: call.summary, content } }
  }
  const schema = {
    type: 'object',
    required: ['status', 'message', 'data'],
    properties: {
      status: { enum: ['success', 'created', 'pending'] },
      message: { type: 'string' },
      data: schemaOf(call.data, 'output'),
    },
  }
  return { 200: { description: call.summary, content: { 'application/json': { schema } } } }
}

/** One answer for each HTTP status, with the sentences of all its codes. */
function refusals(call: Call): Json {
  const checked: ErrorCode[] = call.body || call.query ? ['INVALID'] : []
  const sent: ErrorCode[] = call.body ? ['NOT_JSON', 'TOO_LARGE'] : []
  const keyed: ErrorCode[] = call.keyed ? ['KEY_REUSED', 'KEY_BUSY'] : []
  const codes = new Set<ErrorCode>([
    ...call.errors,
    ...checked,
    ...sent,
    ...keyed,
    ...byAudience[call.audience],
    ...everyCall,
  ])
  const byStatus = Object.groupBy(codes, (code) => String(errors[code].status))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, some]) => [
      status,
      {
        description: (some ?? []).map((code) => `${code}: ${errors[code].says}`).join(' '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  )
}

/** JSON Schema of one side of a contract; what only code can check is left open. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const {
    $schema: _dialect,
    '~standard': _standard,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Answers may gain fields; a reader must not refuse them.
    override: ({ jsonSchema }) => void delete jsonSchema.additionalProperties,
  })
  return rest
}
