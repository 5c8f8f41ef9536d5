import fc from 'fast-check'

/** The subset of JSON Schema that the API document uses. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly format?: string
}

/** One operation of the API document. */
export interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

/** Valid values by field name, so that the hostile value of another field is reached. */
export type ValidValues = Readonly<Record<string, unknown>>

/** Strings that have broken other applications. */
const texts = [
  '',
  ' ',
  "' or '1'='1",
  "'; drop table orders; --",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'a\r\nSet-Cookie: x=1',
  '=1+1',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\u202Etxt.exe',
  '🧨'.repeat(40),
  'é'.normalize('NFD').repeat(20),
  '../../../etc/passwd',
  '%00%2e%2e%2f',
  '{{7*7}}#{7*7}',
  'NaN',
  '1e309',
  '-1',
  '9'.repeat(19),
  '9'.repeat(30),
  '٣',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'a'.repeat(5_000),
] as const

const numbers = [0, -0, -1, 0.1, 100.001, 1e21, -1e21, 2 ** 53, 2 ** 63, Number.MAX_VALUE, 1e-7] as const

/** Fields that no form sends and that a careless application would accept. */
export const forbiddenFields: Readonly<Record<string, unknown>> = {
  is_manager: true,
  role: 'manager',
  balance: 1_000_000,
  amount_kobo: 1,
  total_kobo: 1,
  price: 0,
  status: 'delivered',
  state: 'delivered',
  user_id: '00000000-0000-0000-0000-000000000000',
  email_verified_at: '2020-01-01',
  cashback: 100,
  constructor: { prototype: { is_manager: true } },
}

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...texts) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...numbers) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], ['a', 'b'], { a: 1 }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(forbiddenFields, [forbiddenFields], { $ne: null }, { toString: 1 }),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue() },
)

/** A valid value of this field. */
function validValue(name: string, schema: Schema, validValues: ValidValues): unknown {
  if (name in validValues) return validValues[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return validValue(name, first, validValues)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return validObject(schema, validValues)
    case 'array':
      return schema.items ? [validValue(name, schema.items, validValues)] : []
    case 'number':
    case 'integer':
      return 1_000
    case 'boolean':
      return true
    default:
      return schema.format === 'email' ? 'ada@example.com' : 'Ada'
  }
}

const validObject = (schema: Schema, validValues: ValidValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, entry]) => [
      name,
      validValue(name, entry, validValues),
    ]),
  )

/** Request bodies of one endpoint: valid except for some fields, or unexpected. JSON text. */
export function hostileBodies(schema: Schema, validValues: ValidValues): fc.Arbitrary<string> {
  const fields = validObject(schema, validValues)
  const names = Object.keys(fields)
  const partlyInvalid = fc
    .record({
      overrides:
        names.length > 0
          ? fc.dictionary(fc.constantFrom(...names), hostileValue, { maxKeys: 3 })
          : fc.constant({}),
      removedNames: fc.subarray(names, { maxLength: Math.min(2, names.length) }),
      addsForbidden: fc.boolean(),
    })
    .map(({ overrides, removedNames, addsForbidden }) => {
      const body: Record<string, unknown> = {
        ...fields,
        ...overrides,
        ...(addsForbidden ? forbiddenFields : {}),
      }
      for (const name of removedNames) delete body[name]
      return JSON.stringify(body)
    })
  const text = JSON.stringify(fields)
  const malformed = fc.constantFrom(
    '',
    'null',
    '[]',
    '"text"',
    '0',
    '{',
    text.slice(0, -2),
    text.replace('{', '{"__proto__":{"is_manager":true},"constructor":{"prototype":{"role":"manager"}},'),
    text.replace('{', `{${names.map((name) => `"${name}":null`).join(',')}${names.length > 0 ? ',' : ''}`),
    `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
    `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
    text.replace('{', `{"deep":${'['.repeat(30_000)}${']'.repeat(30_000)}${names.length > 0 ? ',' : ''}`),
    JSON.stringify({ ...fields, huge: 'x'.repeat(150_000) }),
    `${text}\u0000`,
    `\uFEFF${text}`,
  )
  const unrelated = hostileValue.map((entry) => JSON.stringify(entry) ?? '')
  return fc.oneof(
    { weight: 7, arbitrary: partlyInvalid },
    { weight: 2, arbitrary: malformed },
    { weight: 1, arbitrary: unrelated },
  )
}

const timestamps = [
  '2026-02-30 00:00:00+00',
  '0000-01-01 00:00:00+00',
  '2026-01-01 25:00:00+00',
  '2026-01-01 00:00:00+99',
]
const days = ['0000-01-01', '0001-01-01', '2026-02-30', '9999-12-31', '12026-01-01'] as const

/** Invalid values of a parameter that differ little from valid ones. */
const almostValidValues: Readonly<Record<string, readonly string[]>> = {
  cursor: [
    ...timestamps.map((timestamp) =>
      Buffer.from(`${timestamp} 00000000-0000-4000-8000-000000000000`).toString('base64url'),
    ),
    ...timestamps,
    '0000-01-01T00:00:00Z',
    '9'.repeat(18),
    '9'.repeat(19),
    `1-${'9'.repeat(18)}`,
  ],
  from: days,
  to: days,
}

/** A path or query parameter as text: the valid value, an almost valid one, or any text. */
export const hostileText = (name: string, validParameter: unknown): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(String(validParameter ?? 'a')) },
    { weight: 3, arbitrary: fc.constantFrom<string>(...(almostValidValues[name] ?? texts)) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  )
