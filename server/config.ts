import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import {
  ConfigError,
  liveProviders,
  type Providers,
  providerAddresses,
  providerVariables,
  simulatedProviders,
} from './config-providers.ts'
import { makePrivateFile, makePrivateFolder } from './private-files.ts'
import { nonEmpty, origin, type ProviderValues } from './provider-environment.ts'

const port = z.coerce.number('must be a port number').int().min(0).max(65_535)
/** Key material for hashing; a short value could be guessed. */
const secret = z.string().trim().min(32, 'must have at least 32 characters')
const secrets = z
  .string()
  .transform((env) => env.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((key) => key !== ''), 'must not have an empty key')

/** Every environment variable that the product reads, except the providers' variables. */
const Environment = z.object({
  MODE: z.enum(['simulated', 'live'], 'must be simulated or live').default('simulated'),
  PORT: port.default(3000),
  HOST: nonEmpty.optional(),
  APP_URL: origin.optional(),
  DATA_DIR: nonEmpty.default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_POOL: z.coerce.number('must be a number of connections').int().min(2).max(100).default(10),
  /** `api` serves the API only; `all` also serves the pages. */
  ROLE: z.enum(['all', 'api'], 'must be all or api').default('all'),
  API_UPSTREAM: origin.optional(),
  SESSION_SECRET: secret.optional(),
  DATA_KEYS: secrets.optional(),
  SHUTDOWN_DELAY: z.coerce.number('must be a number of seconds').int().min(0).max(10).default(0),
  TRUST_PROXY: z.coerce.number('must be a number of proxies').int().min(0).max(5).default(0),
  SIMULATORS_URL: origin.default('http://127.0.0.1:3900'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// address' }).optional(),
  MAIL_FROM: nonEmpty.default('Sanwo <no-reply@sanwo.example>'),
  HELP_URL: z.url('must be an address').optional(),
  ALERT_TO: z.email('must be an e-mail address').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  BRAND_NAME: nonEmpty.default('Sanwo'),
  GUEST_EMAIL: z.email('must be an e-mail address').default('guest@sanwo.example'),
})
const ProviderEnvironment = z.object(
  Object.fromEntries(providerVariables.map(({ name, schema }) => [name, schema])),
)

type Environment = z.infer<typeof Environment>

/** One line for each variable: its meaning, its unit, and its default when the schema does not state it. */
const descriptions: Readonly<Record<keyof Environment, string>> = {
  MODE:
    'simulated: providers are simulators and no real money moves. live: real money moves. The database keeps the ' +
    'mode of its first start and rejects the other.',
  PORT: 'TCP port to listen on. 0 takes a free port.',
  HOST: 'Network address to listen on. Default: 127.0.0.1 when simulated, 0.0.0.0 when live.',
  APP_URL:
    'Origin that people type in the browser. Required when live, and then an https address. Default: ' +
    'http://localhost:PORT.',
  DATA_DIR: 'Folder of the embedded database, the generated secrets and the journal of the simulators.',
  DATABASE_URL:
    'postgres:// address of PostgreSQL 15 or later, or of a PgBouncer in transaction mode. Default: an embedded ' +
    'database in DATA_DIR, for one process.',
  DATABASE_POOL: 'Maximum number of database connections of one process, 2 to 100.',
  ROLE: 'all: pages and API. api: the API alone.',
  API_UPSTREAM: 'Origin of an API in another process: this process serves the pages only. Default: none.',
  SESSION_SECRET:
    'Key that protects sessions, at least 32 characters, the same for all processes. Required with DATABASE_URL. ' +
    'Default: generated once in DATA_DIR.',
  DATA_KEYS:
    'Keys that encrypt stored personal data, separated by commas, newest first; at least 32 characters each when ' +
    'live. Required with DATABASE_URL. Default: generated once in DATA_DIR.',
  SHUTDOWN_DELAY:
    'Seconds, 0 to 10, for which a stopping process still serves requests while its readiness check already fails.',
  TRUST_PROXY: 'Number of proxies in front of the server, 0 to 5.',
  SIMULATORS_URL:
    'Address of the simulators, in simulated mode. They are started there unless they run. Their mail server uses ' +
    'the next port.',
  SMTP_URL:
    'smtp:// or smtps:// address of the mail server, with user name and password. Default: none, no mail.',
  MAIL_FROM: 'Sender of every e-mail.',
  HELP_URL: 'Address of the help page. Default: APP_URL/help.',
  ALERT_TO: 'E-mail address that receives alerts for the operator. Default: none.',
  LOG_LEVEL: 'Least severe log entries to write: fatal, error, warn, info, debug, trace or silent.',
  BRAND_NAME: 'Name on every page, e-mail, SMS and receipt.',
  GUEST_EMAIL: 'E-mail address sent to a payment gateway for a guest who gave none.',
}

export interface EnvironmentVariable {
  readonly name: string
  readonly description: string
  /** Null if the schema states no default. */
  readonly defaultValue: string | null
}

/** All variables, in the order of `.env.example`. */
export const environmentVariables: readonly EnvironmentVariable[] = [
  ...(Object.keys(Environment.shape) as (keyof Environment)[]).map((name) => ({
    name,
    description: descriptions[name],
    schema: Environment.shape[name],
  })),
  ...providerVariables,
].map(({ name, description, schema }) => {
  const value = schema.parse(undefined)
  return { name, description, defaultValue: value === undefined ? null : String(value) }
})

export { ConfigError } from './config-providers.ts'
export type Mode = 'simulated' | 'live'
/** The product's configuration. A provider that is null is "not configured" and cannot be selected. */
export interface Config extends Providers {
  mode: Mode
  role: 'all' | 'api'
  port: number
  host: string
  /** Origin of the product's pages; never taken from a request. */
  appUrl: string
  dataDir: string
  databaseUrl: string | null
  databasePool: number
  apiUpstream: string | null
  sessionSecret: string
  /** 32-byte keys, newest first: the first encrypts, all decrypt. */
  dataKeys: readonly Buffer[]
  /** Time between the readiness check failing and the server refusing connections. */
  shutdownDelaySeconds: number
  trustProxy: number
  simulatorsUrl: string
  mailFrom: string
  helpUrl: string
  alertTo: string | null
  logLevel: string
  brandName: string
  /** Sent to a gateway for a guest without an e-mail address. */
  guestEmail: string
}

/** Reads the environment once. @throws ConfigError naming the invalid variable */
export function readConfig(processEnv: NodeJS.ProcessEnv = process.env): Config {
  const env = parseEnvironment(Environment, processEnv)
  const providerEnv = parseEnvironment(ProviderEnvironment, processEnv)
  const dataDir = resolve(env.DATA_DIR)
  if (env.MODE === 'live') assertSafeForLive(env, providerEnv)
  const keys = readSecrets(env, dataDir)
  const providers =
    env.MODE === 'live'
      ? liveProviders(providerEnv, env.SMTP_URL ?? null)
      : simulatedProviders(providerEnv, env.SIMULATORS_URL)
  const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`
  return {
    mode: env.MODE,
    role: env.ROLE,
    port: env.PORT,
    host: env.HOST ?? (env.MODE === 'simulated' ? '127.0.0.1' : '0.0.0.0'),
    appUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    apiUpstream: env.API_UPSTREAM ?? null,
    ...keys,
    shutdownDelaySeconds: env.SHUTDOWN_DELAY,
    trustProxy: env.TRUST_PROXY,
    simulatorsUrl: env.SIMULATORS_URL,
    mailFrom: env.MAIL_FROM,
    helpUrl: env.HELP_URL ?? `${appUrl}/help`,
    alertTo: env.ALERT_TO ?? null,
    logLevel: env.LOG_LEVEL,
    brandName: env.BRAND_NAME,
    guestEmail: env.GUEST_EMAIL,
    ...providers,
  }
}

/** Validates the variables of a schema; an empty one is unset. @throws ConfigError naming the invalid variable */
function parseEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  processEnv: NodeJS.ProcessEnv,
): z.infer<Schema> {
  const parsed = schema.safeParse(
    Object.fromEntries(Object.keys(schema.shape).map((name) => [name, processEnv[name] || undefined])),
  )
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}.`)
}

const minKeyLength = 32

/**
 * @throws ConfigError for a key that could be guessed, and for an address whose traffic could be read or changed in
 * transit
 */
function assertSafeForLive(env: Environment, providerEnv: ProviderValues): void {
  if (!env.APP_URL) throw new ConfigError('APP_URL is missing: MODE=live needs the address people type.')
  const addresses: ProviderValues = { ...providerEnv, APP_URL: env.APP_URL }
  const insecure = ['APP_URL', ...providerAddresses].find((name) => isInsecure(addresses[name]))
  if (insecure) throw new ConfigError(`${insecure} must be an https address: MODE is live.`)
  if (env.DATA_KEYS?.some((key) => key.length < minKeyLength))
    throw new ConfigError(`DATA_KEYS must be keys of at least ${minKeyLength} characters each: MODE is live.`)
}

/** Traffic to this machine is not exposed, so http is safe. */
function isInsecure(address: string | undefined): boolean {
  if (address === undefined) return false
  const { protocol, hostname } = new URL(address)
  return protocol !== 'https:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/**
 * Secrets are generated once in DATA_DIR, next to the embedded database. Several processes must share configured ones.
 */
function readSecrets(env: Environment, dataDir: string) {
  if (env.DATABASE_URL && !env.SESSION_SECRET)
    throw new ConfigError('SESSION_SECRET is missing: DATABASE_URL needs it.')
  if (env.DATABASE_URL && !env.DATA_KEYS)
    throw new ConfigError('DATA_KEYS is missing: DATABASE_URL needs it.')
  const dataKeys = env.DATA_KEYS ?? [readOrCreateSecret(dataDir, 'data.keys')]
  return {
    sessionSecret: env.SESSION_SECRET ?? readOrCreateSecret(dataDir, 'session.secret'),
    dataKeys: dataKeys.map((key) => createHash('sha256').update(key).digest()),
  }
}

function readOrCreateSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name)
  makePrivateFolder(dataDir)
  if (!existsSync(file))
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  makePrivateFile(file)
  return readFileSync(file, 'utf8').trim()
}
