import type { Load } from './page.ts'

interface Operation {
  summary: string
  method: string
  path: string
  parameters: { name: string; where: string; required: boolean }[]
  fields: { name: string; required: boolean }[]
  keyed: boolean
  answers: { status: string; says: string }[]
}

/** The API's own OpenAPI document as a page for people. */
export const loadApiDocs: Load = async (visit, site) => {
  const document = record(await site.api.document('/openapi.json', visit.caller))
  const operations = Object.entries(record(document.paths)).flatMap(([path, methods]) =>
    Object.entries(record(methods)).map(([method, it]) => readOperation(path, method, record(it), document)),
  )
  return {
    is: 'page',
    http: operations.length > 0 ? 200 : 503,
    locals: { groups: grouped(operations), about: text(record(document.info).description) },
  }
}

function readOperation(path: string, method: string, it: Json, document: Json): Operation {
  const parameters = list(it.parameters).map((one) => ({
    name: text(one.name),
    where: text(one.in),
    required: one.required === true,
  }))
  const content = record(record(record(it.requestBody).content)['application/json'])
  const body = resolved(record(content.schema), document)
  const required = Array.isArray(body.required) ? body.required : []
  return {
    summary: text(it.summary),
    method: method.toUpperCase(),
    path,
    parameters: parameters.filter(({ where }) => where !== 'header'),
    fields: Object.keys(record(body.properties)).map((name) => ({ name, required: required.includes(name) })),
    keyed: parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
    answers: Object.entries(record(it.responses)).map(([status, answer]) => ({
      status,
      says: text(record(answer).description),
    })),
  }
}

/** By the first word of the path, in the document's order. */
function grouped(operations: Operation[]): [string, Operation[]][] {
  const groups = Object.groupBy(
    operations,
    ({ path }) => path.replace(/^\/(?:api\/v1\/)?/, '').split('/')[0] ?? '',
  )
  return Object.entries(groups).map(([name, some]) => [name, some ?? []])
}

type Json = Record<string, unknown>
const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(record) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function resolved(schema: Json, document: Json): Json {
  const name = text(schema.$ref).match(/^#\/components\/schemas\/([\w.-]+)$/)?.[1]
  return name ? record(record(record(document.components).schemas)[name]) : schema
}
