import { createECDH, createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
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
import { createPrivateFolder, restrictFile } from './private-files.ts'
import { nonEmptySchema, originSchema, type ProviderValues } from './provider-environment.ts'
import { samplerNames, type TracingConfig } from './telemetry/index.ts'

const port = z.coerce.number('must be a port number').int().min(0).max(65_535)
/** Key material for hashing; a short value could be guessed. */
const secret = z.string().trim().min(32, 'must have at least 32 characters')
const secrets = z
  .string()
  .transform((env) => env.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((key) => key !== ''), 'must not have an empty key')

const addressList = z
  .string()
  .transform((env) => env.split(',').map((entry) => entry.trim()))
  .refine((entries) => entries.every(isAddressOrNetwork), 'must be IP addresses or networks like 10.0.0.0/8')

/** Every environment variable that the product reads, except the providers' variables. */
const Environment = z.object({
  MODE: z.enum(['simulated', 'live'], 'must be simulated or live').default('simulated'),
  PORT: port.default(3000),
  HOST: nonEmptySchema.optional(),
  APP_URL: originSchema.optional(),
  DATA_DIR: nonEmptySchema.default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_POOL: z.coerce.number('must be a number of connections').int().min(2).max(100).default(10),
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional(),
  DATABASE_REPLICA_LAG: z.coerce.number('must be a number of seconds').int().min(1).max(300).default(5),
  /** `api` serves the API only; `all` also serves the pages. */
  ROLE: z.enum(['all', 'api'], 'must be all or api').default('all'),
  API_UPSTREAM: originSchema.optional(),
  SESSION_SECRET: secret.optional(),
  DATA_KEYS: secrets.optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a P-256 private key in base64url, 43 characters')
    .optional(),
  SHUTDOWN_DELAY: z.coerce.number('must be a number of seconds').int().min(0).max(10).default(0),
  METRICS_PORT: port.optional(),
  METRICS_HOST: nonEmptySchema.default('127.0.0.1'),
  TRUST_PROXY: z.coerce.number('must be a number of proxies').int().min(0).max(5).default(0),
  SIMULATORS_URL: originSchema.default('http://127.0.0.1:3900'),
  DEMO_DATA: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// address' }).optional(),
  MAIL_FROM: nonEmptySchema.default('Sanwo <no-reply@sanwo.example>'),
  HELP_URL: z.url('must be an address').optional(),
  ALERT_TO: z.email('must be an e-mail address').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  BRAND_NAME: nonEmptySchema.default('Sanwo'),
  GUEST_EMAIL: z.email('must be an e-mail address').default('guest@sanwo.example'),
  USSD_CODE: z
    .string()
    .regex(/^\*\d+(\*\d+)*#$/, 'must be a code like *347*80#')
    .default('*347*80#'),
  AFRICASTALKING_CALLBACK_SECRET: z
    .string()
    .regex(/^[\w-]{32,128}$/, 'must have 32 to 128 letters, digits, hyphens or underscores')
    .optional(),
  AFRICASTALKING_CALLBACK_ADDRESSES: addressList.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: nonEmptySchema.optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], 'must be true or false').default('false'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(samplerNames, `must be one of ${samplerNames.join(', ')}`)
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a share from 0 to 1').min(0).max(1).default(1),
  OTEL_SERVICE_NAME: nonEmptySchema.default('sanwo'),
  OTEL_RESOURCE_ATTRIBUTES: nonEmptySchema.optional(),
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
  DATABASE_REPLICA_URL:
    'postgres:// address of a streaming replica, for order searches, user lists, files and the overview of the back ' +
    'office. Without it, and while it is late or fails, they are read from DATABASE_URL. Default: none.',
  DATABASE_REPLICA_LAG:
    'Seconds, 1 to 300: the replica is used while it has everything that was written this long ago.',
  ROLE: 'all: pages and API. api: the API alone.',
  API_UPSTREAM: 'Origin of an API in another process: this process serves the pages only. Default: none.',
  SESSION_SECRET:
    'Key that protects sessions, at least 32 characters, the same for all processes. Required with DATABASE_URL. ' +
    'Default: generated once in DATA_DIR.',
  DATA_KEYS:
    'Keys that encrypt stored personal data, separated by commas, newest first; at least 32 characters each when ' +
    'live. Required with DATABASE_URL. Default: generated once in DATA_DIR.',
  VAPID_PRIVATE_KEY:
    'Private key (P-256, base64url) that signs push notifications, the same for all processes. Default: none when live ' +
    'or with DATABASE_URL, push notifications are off; otherwise generated once in DATA_DIR.',
  SHUTDOWN_DELAY:
    'Seconds, 0 to 10, for which a stopping process still serves requests while its readiness check already fails.',
  METRICS_PORT:
    'TCP port that serves /metrics in the text format of Prometheus. 0 takes a free port. Default: none, no metrics.',
  METRICS_HOST:
    'Network address of METRICS_PORT. The metrics have no access control: choose an address that only your own network ' +
    'reaches.',
  TRUST_PROXY:
    'Number of proxies in front of the server, 0 to 5. With 0 behind a proxy, limits count all clients as one: the log ' +
    'has one warning about X-Forwarded-For.',
  SIMULATORS_URL:
    'Address of the simulators, in simulated mode. They are started there unless they run. Their mail server uses ' +
    'the next port.',
  DEMO_DATA:
    'on: in simulated mode, a database without orders is filled with a month of demo orders. off: it stays empty.',
  SMTP_URL:
    'smtp:// or smtps:// address of the mail server, with user name and password. Default: none, no mail.',
  MAIL_FROM: 'Sender of every e-mail.',
  HELP_URL: 'Address of the help page. Default: APP_URL/help.',
  ALERT_TO: 'E-mail address that receives alerts for the operator. Default: none.',
  LOG_LEVEL: 'Least severe log entries to write: fatal, error, warn, info, debug, trace or silent.',
  BRAND_NAME: 'Name on every page, e-mail, SMS and receipt.',
  GUEST_EMAIL: 'E-mail address sent to a payment gateway for a guest who gave none.',
  USSD_CODE: 'Code that people dial for the USSD menu.',
  AFRICASTALKING_CALLBACK_SECRET:
    "Secret in the paths of Africa's Talking's callbacks, APP_URL/api/v1/webhooks/africastalking/SECRET/ussd and …/sms; at " +
    'least 32 characters. Default: none when live, USSD and incoming SMS are off.',
  AFRICASTALKING_CALLBACK_ADDRESSES:
    'IP addresses or networks, separated by commas, from which these callbacks are accepted. Default: any.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Address of an OpenTelemetry collector that takes traces by OTLP over HTTP, without /v1/traces. Default: none, no traces.',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT:
    'Full address for traces, instead of OTEL_EXPORTER_OTLP_ENDPOINT with /v1/traces. Default: none.',
  OTEL_EXPORTER_OTLP_HEADERS:
    'Headers for the collector, as name=value separated by commas; may hold its key. Default: none.',
  OTEL_SDK_DISABLED: 'true: export no traces, regardless of the other variables.',
  OTEL_TRACES_EXPORTER:
    'otlp: export traces, without another address to http://localhost:4318. none: export no traces. Default: otlp with ' +
    'an address of a collector, otherwise none.',
  OTEL_TRACES_SAMPLER: `Which traces are recorded: ${samplerNames.join(', ')}.`,
  OTEL_TRACES_SAMPLER_ARG: 'Share of traces, 0 to 1, that the samplers with traceidratio record.',
  OTEL_SERVICE_NAME: 'Name of this service in traces.',
  OTEL_RESOURCE_ATTRIBUTES:
    'More attributes of the process in traces, as name=value separated by commas. Default: none.',
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
  /** Read replica for lists and reports of the back office. */
  databaseReplicaUrl: string | null
  /** Seconds. */
  databaseReplicaLag: number
  apiUpstream: string | null
  sessionSecret: string
  /** 32-byte keys, newest first: the first encrypts, all decrypt. */
  dataKeys: readonly Buffer[]
  /** VAPID keys, base64url, and the contact that push services are given; null if push notifications are off. */
  push: { publicKey: string; privateKey: string; subject: string } | null
  /** Time between the readiness check failing and the server refusing connections. */
  shutdownDelaySeconds: number
  trustProxy: number
  simulatorsUrl: string
  /** Whether a month of demo orders fills an empty database in simulated mode. */
  loadsDemoData: boolean
  mailFrom: string
  helpUrl: string
  alertTo: string | null
  logLevel: string
  brandName: string
  /** Sent to a gateway for a guest without an e-mail address. */
  guestEmail: string
  /** The code that people dial for the USSD menu. */
  ussdCode: string
  /** How callbacks of USSD and incoming SMS are authenticated; null if both are off. */
  phoneCallbacks: { secret: string; addresses: readonly string[] | null } | null
  /** Where to serve the metrics; null if they are off. */
  metrics: { port: number; host: string } | null
  /** Where and which traces to export; null if tracing is off. */
  tracing: TracingConfig | null
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
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    databaseReplicaLag: env.DATABASE_REPLICA_LAG,
    apiUpstream: env.API_UPSTREAM ?? null,
    ...keys,
    push: readPush(env, dataDir, appUrl),
    shutdownDelaySeconds: env.SHUTDOWN_DELAY,
    trustProxy: env.TRUST_PROXY,
    simulatorsUrl: env.SIMULATORS_URL,
    loadsDemoData: env.DEMO_DATA === 'on',
    mailFrom: env.MAIL_FROM,
    helpUrl: env.HELP_URL ?? `${appUrl}/help`,
    alertTo: env.ALERT_TO ?? null,
    logLevel: env.LOG_LEVEL,
    brandName: env.BRAND_NAME,
    guestEmail: env.GUEST_EMAIL,
    ussdCode: env.USSD_CODE,
    phoneCallbacks: readPhoneCallbacks(env),
    metrics: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    tracing: readTracing(env),
    ...providers,
  }
}

/** Known to the simulator, which calls back as the provider does. */
const simulatedCallbackSecret = 'simulated-africastalking-callback'

function readPhoneCallbacks(env: Environment): Config['phoneCallbacks'] {
  const secret = env.MODE === 'live' ? env.AFRICASTALKING_CALLBACK_SECRET : simulatedCallbackSecret
  return secret ? { secret, addresses: env.AFRICASTALKING_CALLBACK_ADDRESSES ?? null } : null
}

function readPush(env: Environment, dataDir: string, appUrl: string): Config['push'] {
  // Several processes on one database would each create a key of their own.
  const canCreate = env.MODE === 'simulated' && env.DATABASE_URL === undefined
  const privateKey = env.VAPID_PRIVATE_KEY ?? (canCreate ? readOrCreateSecret(dataDir, 'vapid.key') : null)
  if (privateKey === null) return null
  const keys = createECDH('prime256v1')
  try {
    keys.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  } catch {
    throw new ConfigError('VAPID_PRIVATE_KEY must be a P-256 private key in base64url.')
  }
  const subject = appUrl.startsWith('https:') ? appUrl : 'mailto:simulated@sanwo.example'
  return { publicKey: keys.getPublicKey('base64url'), privateKey, subject }
}

function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
}

/** Tracing is on if a collector is named or OTEL_TRACES_EXPORTER is otlp. */
function readTracing(env: Environment): TracingConfig | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')
  const tracesUrl = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (endpoint ? `${endpoint}/v1/traces` : null)
  const exporter = env.OTEL_TRACES_EXPORTER ?? (tracesUrl === null ? 'none' : 'otlp')
  if (exporter === 'none' || env.OTEL_SDK_DISABLED === 'true') return null
  return {
    tracesUrl,
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    samplerRatio: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** Validates the variables of a schema; an empty one is unset. @throws ConfigError naming the invalid variable */
function parseEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  processEnv: NodeJS.ProcessEnv,
): z.infer<Schema> {
  const result = schema.safeParse(
    Object.fromEntries(Object.keys(schema.shape).map((name) => [name, processEnv[name] || undefined])),
  )
  if (result.success) return result.data
  const [issue] = result.error.issues
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
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_URL is missing: DATABASE_REPLICA_URL needs it.')
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
  createPrivateFolder(dataDir)
  if (!existsSync(file))
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  restrictFile(file)
  return readFileSync(file, 'utf8').trim()
}
