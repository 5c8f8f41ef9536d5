import type { Loader } from './page.ts'

interface Operation {
  tag: string
  summary: string
  description: string
  method: string
  path: string
  parameters: { name: string; where: string; required: boolean }[]
  fields: { name: string; required: boolean; description: string }[]
  isIdempotent: boolean
  answers: { status: string; description: string }[]
}

/** The API's OpenAPI document as a readable page. */
export const loadApiDocs: Loader = async (visit, site) => {
  const document = record(await site.api.document('/openapi.json', visit.caller))
  const operations = Object.entries(record(document.paths)).flatMap(([path, methods]) =>
    Object.entries(record(methods)).map(([method, operation]) =>
      readOperation(path, method, record(operation), document),
    ),
  )
  const groups = list(document.tags).map((tag) => ({
    name: text(tag.name),
    description: text(tag.description),
    operations: operations.filter((operation) => operation.tag === tag.name),
  }))
  return { type: 'page', httpStatus: operations.length > 0 ? 200 : 503, locals: { groups } }
}

function readOperation(path: string, method: string, operation: Json, document: Json): Operation {
  const parameters = list(operation.parameters).map((parameter) => ({
    name: text(parameter.name),
    where: text(parameter.in),
    required: parameter.required === true,
  }))
  const [media] = Object.values(record(record(operation.requestBody).content))
  return {
    tag: text(Array.isArray(operation.tags) ? operation.tags[0] : ''),
    summary: text(operation.summary),
    description: text(operation.description),
    method: method.toUpperCase(),
    path,
    parameters: parameters.filter(({ where }) => where !== 'header'),
    fields: fieldsOf(record(record(media).schema), document),
    isIdempotent: parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
    answers: Object.entries(record(operation.responses)).map(([status, response]) => ({
      status,
      description: text(resolveReference(record(response), document).description),
    })),
  }
}

function fieldsOf(schemaOrReference: Json, document: Json): Operation['fields'] {
  const schema = resolveReference(schemaOrReference, document)
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = Object.entries(record(schema.properties)).map(([name, field]) => ({
    name,
    required: required.includes(name),
    description: text(record(field).description),
  }))
  return [...list(schema.allOf).flatMap((schema) => fieldsOf(schema, document)), ...properties]
}

type Json = Record<string, unknown>
const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(record) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Resolves a reference within the document. */
function resolveReference(schema: Json, document: Json): Json {
  const [, kind, name] = text(schema.$ref).match(/^#\/components\/(\w+)\/([\w.-]+)$/) ?? []
  return kind && name ? record(record(record(document.components)[kind])[name]) : schema
}
