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
  responses: { status: string; description: string }[]
}

/** The API's OpenAPI document as a readable page. */
export const loadApiDocs: Loader = async (_, web) => {
  const document = toObject(await web.api.document('/openapi.json'))
  const operations = Object.entries(toObject(document.paths)).flatMap(([path, methods]) =>
    Object.entries(toObject(methods)).map(([method, operation]) =>
      parseOperation(path, method, toObject(operation), document),
    ),
  )
  const groups = toObjects(document.tags).map((tag) => ({
    name: toText(tag.name),
    description: toText(tag.description),
    operations: operations.filter((operation) => operation.tag === tag.name),
  }))
  return { type: 'page', httpStatus: operations.length > 0 ? 200 : 503, locals: { groups } }
}

function parseOperation(path: string, method: string, operation: Json, document: Json): Operation {
  const parameters = toObjects(operation.parameters).map((parameter) => ({
    name: toText(parameter.name),
    where: toText(parameter.in),
    required: parameter.required === true,
  }))
  const [media] = Object.values(toObject(toObject(operation.requestBody).content))
  return {
    tag: toText(Array.isArray(operation.tags) ? operation.tags[0] : ''),
    summary: toText(operation.summary),
    description: toText(operation.description),
    method: method.toUpperCase(),
    path,
    parameters: parameters.filter(({ where }) => where !== 'header'),
    fields: fieldsOf(toObject(toObject(media).schema), document),
    isIdempotent: parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
    responses: Object.entries(toObject(operation.responses)).map(([status, response]) => ({
      status,
      description: toText(resolveReference(toObject(response), document).description),
    })),
  }
}

function fieldsOf(schemaOrReference: Json, document: Json): Operation['fields'] {
  const schema = resolveReference(schemaOrReference, document)
  const requiredNames = Array.isArray(schema.required) ? schema.required : []
  const properties = Object.entries(toObject(schema.properties)).map(([name, field]) => ({
    name,
    required: requiredNames.includes(name),
    description: toText(toObject(field).description),
  }))
  return [...toObjects(schema.allOf).flatMap((schema) => fieldsOf(schema, document)), ...properties]
}

type Json = Record<string, unknown>
const toObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}
const toObjects = (value: unknown): Json[] => (Array.isArray(value) ? value.map(toObject) : [])
const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Resolves a reference within the document. */
function resolveReference(schema: Json, document: Json): Json {
  const [, kind, name] = toText(schema.$ref).match(/^#\/components\/(\w+)\/([\w.-]+)$/) ?? []
  return kind && name ? toObject(toObject(toObject(document.components)[kind])[name]) : schema
}
