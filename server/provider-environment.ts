import { z } from 'zod'

/** Schema of an origin, such as `https://api.example.com`; a path is dropped. */
export const originSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((env) => new URL(env).origin)
/** Schema of an address with a path. */
export const addressSchema = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
export const nonEmptySchema = z.string().min(1)

/** A key that the provider assigns. Without all of its keys, a provider is not configured in live mode. */
interface Key {
  readonly variable: string
  /** Without the default, which is none. */
  readonly description: string
  /** Its value in simulated mode, in which a real key of `secret` is rejected. */
  readonly simulated: string
  readonly secret: boolean
}

/** A value of our own, the same in both modes. */
interface Option {
  readonly variable: string
  readonly description: string
  readonly schema: z.ZodType<string>
  readonly default: string | null
}

/** The environment variables of one provider; declared in the folder of its adapter. */
export interface ProviderDescriptor {
  readonly keys: Readonly<Record<string, Key>>
  readonly options?: Readonly<Record<string, Option>>
  readonly url: {
    readonly variable: `${string}_URL`
    readonly schema: z.ZodType<string>
    readonly live: string
    /** Path of the API at its simulator, which has the provider's id as its first segment. */
    readonly simulatedPath: string
  }
}

/** A provider's settings: its address, each key and each option. */
export type ProviderConfig<Descriptor extends ProviderDescriptor> = {
  readonly url: string
} & { readonly [key in keyof Descriptor['keys']]: string } & {
  readonly [option in keyof Descriptor['options']]: Descriptor['options'][option] extends { default: string }
    ? string
    : string | null
}

/** The validated provider variables by name. */
export type ProviderValues = Readonly<Record<string, string | undefined>>

export interface ProviderVariable {
  readonly name: string
  readonly description: string
  readonly schema: z.ZodType<string | undefined>
}

/** The variables of a provider, each with the description of its default. */
export function variablesOf(
  label: string,
  { keys, options = {}, url }: ProviderDescriptor,
): ProviderVariable[] {
  return [
    ...Object.values(keys).map(({ variable, description }, position) => ({
      name: variable,
      description: `${description}. Default: none${position === 0 ? `, ${label} is not used` : ''}.`,
      schema: nonEmptySchema.optional(),
    })),
    ...Object.values(options).map((option) => ({
      name: option.variable,
      description: option.description,
      schema: option.default === null ? option.schema.optional() : option.schema.default(option.default),
    })),
    {
      name: url.variable,
      description: `Address of ${label}'s API. Default: ${url.live}.`,
      schema: url.schema.optional(),
    },
  ]
}

/** The provider at its simulator. */
export function simulatedConfig(
  descriptor: ProviderDescriptor,
  { simulator, env }: { simulator: string; env: ProviderValues },
): Record<string, string | null> {
  const keys = Object.entries(descriptor.keys).map(([name, key]) => [name, key.simulated] as const)
  return {
    url: `${simulator}${descriptor.url.simulatedPath}`,
    ...Object.fromEntries(keys),
    ...optionValues(descriptor, env),
  }
}

/** The provider with its keys; null unless it has all of them. */
export function liveConfig(
  descriptor: ProviderDescriptor,
  env: ProviderValues,
): Record<string, string | null> | null {
  const keys = Object.entries(descriptor.keys).flatMap(([name, { variable }]) => {
    const value = env[variable]
    return value === undefined ? [] : [[name, value] as const]
  })
  if (keys.length < Object.keys(descriptor.keys).length) return null
  return {
    url: env[descriptor.url.variable] ?? descriptor.url.live,
    ...Object.fromEntries(keys),
    ...optionValues(descriptor, env),
  }
}

const optionValues = ({ options = {} }: ProviderDescriptor, env: ProviderValues) =>
  Object.fromEntries(Object.entries(options).map(([name, { variable }]) => [name, env[variable] ?? null]))
