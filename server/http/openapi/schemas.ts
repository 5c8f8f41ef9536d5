import * as z from 'zod/mini'
import { fieldDescriptions } from './fields/index.ts'
import { schemaNames } from './names.ts'

export type JsonObject = Record<string, unknown>

export interface Schemas {
  /** The JSON Schema of a request or response: a reference if it has a name. */
  schemaOf(schema: z.ZodMiniType, options: { io: 'input' | 'output'; name: string }): JsonObject
  /** The named schemas collected so far. */
  readonly components: Readonly<Record<string, JsonObject>>
}

/**
 * Collects the JSON Schemas of contracts. Named exports of `shared/`, and objects that an endpoint takes or returns, become
 * named schemas. Rules that only code can check are omitted.
 * @throws Error if one name would refer to two schemas
 */
export function collectSchemas(): Schemas {
  const components: Record<string, JsonObject> = {}
  const addSchema = (name: string, schema: JsonObject): JsonObject => {
    const previous = components[name]
    if (previous && JSON.stringify(previous) !== JSON.stringify(schema))
      throw new Error(`Two schemas of the document are called ${name}`)
    components[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }
  return {
    components,
    schemaOf(schema, { io, name }) {
      const { $defs = {}, ...root } = toJson(schema, io)
      for (const [defined, json] of Object.entries($defs as Record<string, JsonObject>))
        addSchema(defined, addDescriptions(json, defined))
      const json = addDescriptions(root, name)
      const isObject = json.type === 'object' && Object.keys(asJson(json.properties)).length > 0
      return isObject ? addSchema(name, json) : json
    },
  }
}

function toJson(schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject {
  const {
    $schema: _dialect,
    '~standard': _standard,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    metadata: schemaNames,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod
      // Responses may gain fields; clients must not reject them.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      if (typeof jsonSchema.id === 'string') delete jsonSchema.id
      dropUnicodePatterns(jsonSchema)
      if (def.type === 'record') nameFields(jsonSchema)
      // Forms send this value in several spellings; API clients need one.
      if (def.type === 'literal' && def.values.length > 1 && def.values[0] === true)
        Object.assign(jsonSchema, { type: 'boolean', const: true, enum: undefined })
    },
  })
  return rewriteReferences(json) as JsonObject
}

/** Unicode classes need a flag that not every pattern implementation sets. */
function dropUnicodePatterns(json: JsonObject): void {
  const hasClass = (pattern: unknown) => typeof pattern === 'string' && /\\p\{/i.test(pattern)
  if (hasClass(json.pattern)) delete json.pattern
  if (!Array.isArray(json.allOf)) return
  const members = json.allOf.filter((member) => !hasClass(asJson(member).pattern))
  delete json.allOf
  if (members.length > 1) json.allOf = members
  else Object.assign(json, members[0])
}

/** A record whose keys are listed is an object with those fields. */
function nameFields(json: JsonObject): void {
  const { enum: keys } = asJson(json.propertyNames)
  if (!Array.isArray(keys)) return
  json.properties = Object.fromEntries(keys.map((key) => [key, json.additionalProperties]))
  delete json.propertyNames
  delete json.additionalProperties
}

/** References inside one schema become references into the document. */
function rewriteReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewriteReferences)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : rewriteReferences(inner),
    ]),
  )
}

/** Adds descriptions to a schema's fields. `path`: the schema's name, then the parent fields. */
function addDescriptions(json: JsonObject, path: string): JsonObject {
  const inner = Object.entries(json).map(([key, value]): [string, unknown] => {
    if (key === 'properties') return [key, describedFields(asJson(value), path)]
    if (Array.isArray(value) && ['anyOf', 'oneOf', 'allOf'].includes(key))
      return [key, value.map((member) => addDescriptions(asJson(member), path))]
    if (key === 'items' || (key === 'additionalProperties' && value !== false))
      return [key, addDescriptions(asJson(value), path)]
    return [key, value]
  })
  return Object.fromEntries(inner)
}

const describedFields = (properties: JsonObject, path: string): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([field, value]) => {
      const schema = addDescriptions(asJson(value), `${path}.${field}`)
      const description = fieldDescription(field, path) ?? schema.description
      return [field, description === undefined ? schema : { ...schema, description }]
    }),
  )

/** The description of a field: specific to this schema, or else by field name. */
export const fieldDescription = (field: string, path: string): string | undefined =>
  fieldDescriptions[`${path}.${field}`] ?? fieldDescriptions[field]

const asJson = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {}
