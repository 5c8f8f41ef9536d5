import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import {
  ConfigError,
  liveProviders,
  ProviderEnvironment,
  type Providers,
  providerAddresses,
  simulatedProviders,
} from './config-providers.ts'

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((it) => new URL(it).origin)
const port = z.coerce.number('must be a port number').int().min(0).max(65_535)
const filled = z.string().min(1)
/** What is hashed to a key of ours; a short one could be guessed. */
const secret = z.string().trim().min(32, 'must have at least 32 characters')
const secrets = z
  .string()
  .transform((it) => it.split(',').map((key) => key.trim()))
  .refine((keys) => keys.every((key) => key !== ''), 'must not have an empty key')

/** Every environment variable the product reads. The README's table is made of the same rows. */
const Environment = z.object({
  MODE: z.enum(['simulated', 'live'], 'must be simulated or live').default('simulated'),
  PORT: port.default(3000),
  HOST: filled.optional(),
  APP_URL: origin.optional(),
  DATA_DIR: filled.default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_POOL: z.coerce.number('must be a number of connections').int().min(2).max(100).default(10),
  /** `api` serves the API only; `all` serves the pages too. */
  ROLE: z.enum(['all', 'api'], 'must be all or api').default('all'),
  API_UPSTREAM: origin.optional(),
  SESSION_SECRET: secret.optional(),
  DATA_KEYS: secrets.optional(),
  TRUST_PROXY: z.coerce.number('must be a number of proxies').int().min(0).max(5).default(0),
  SIMULATORS_URL: origin.default('http://127.0.0.1:3900'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// address' }).optional(),
  MAIL_FROM: filled.default('Sanwo <no-reply@sanwo.example>'),
  HELP_URL: z.url('must be an address').optional(),
  ALERT_TO: z.email('must be an e-mail address').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  BRAND_NAME: filled.default('Sanwo'),
  GUEST_EMAIL: z.email('must be an e-mail address').default('guest@sanwo.example'),
  ...ProviderEnvironment,
})

export { ConfigError } from './config-providers.ts'
export type Mode = 'simulated' | 'live'
/** The product's configuration; a provider that is null is "not configured" and cannot be chosen. */
export interface Config extends Providers {
  mode: Mode
  role: 'all' | 'api'
  port: number
  host: string
  /** Origin of our pages, never taken from a request. */
  appUrl: string
  dataDir: string
  databaseUrl: string | null
  databasePool: number
  apiUpstream: string | null
  sessionSecret: string
  /** 32-byte keys, newest first: the first encrypts, all decrypt. */
  dataKeys: readonly Buffer[]
  trustProxy: number
  simulatorsUrl: string
  mailFrom: string
  helpUrl: string
  alertTo: string | null
  logLevel: string
  brandName: string
  /** Given to a gateway for a guest who left no e-mail. */
  guestEmail: string
}

/** Reads the environment once. @throws ConfigError naming the variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const known = Object.fromEntries(
    Object.keys(Environment.shape).map((name) => [name, env[name] === '' ? undefined : env[name]]),
  )
  const read = Environment.safeParse(known)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}.`)
  }
  const it = read.data
  const dataDir = resolve(it.DATA_DIR)
  if (it.MODE === 'live') refuseUnlessSafe(it)
  const keys = readSecrets(it, dataDir)
  const providers = it.MODE === 'live' ? liveProviders(it) : simulatedProviders(it)
  const appUrl = it.APP_URL ?? `http://localhost:${it.PORT}`
  return {
    mode: it.MODE,
    role: it.ROLE,
    port: it.PORT,
    host: it.HOST ?? (it.MODE === 'simulated' ? '127.0.0.1' : '0.0.0.0'),
    appUrl,
    dataDir,
    databaseUrl: it.DATABASE_URL ?? null,
    databasePool: it.DATABASE_POOL,
    apiUpstream: it.API_UPSTREAM ?? null,
    ...keys,
    trustProxy: it.TRUST_PROXY,
    simulatorsUrl: it.SIMULATORS_URL,
    mailFrom: it.MAIL_FROM,
    helpUrl: it.HELP_URL ?? `${appUrl}/help`,
    alertTo: it.ALERT_TO ?? null,
    logLevel: it.LOG_LEVEL,
    brandName: it.BRAND_NAME,
    guestEmail: it.GUEST_EMAIL,
    ...providers,
  }
}

type Environment = z.infer<typeof Environment>

const leastKey = 32

/** @throws ConfigError for a key that could be guessed, and an address that anybody on the way could read, or change */
function refuseUnlessSafe(it: Environment): void {
  if (!it.APP_URL) throw new ConfigError('APP_URL is missing: MODE=live needs the address people type.')
  const open = (['APP_URL', ...providerAddresses] as const).find((name) => it[name] && isOpen(it[name]))
  if (open) throw new ConfigError(`${open} must be an https address: MODE is live.`)
  if (it.DATA_KEYS?.some((key) => key.length < leastKey))
    throw new ConfigError(`DATA_KEYS must be keys of at least ${leastKey} characters each: MODE is live.`)
}

/** What stays on this machine passes nobody. */
function isOpen(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol !== 'https:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Secrets are made once into DATA_DIR beside the embedded database; several processes must be given them. */
function readSecrets(it: Environment, dataDir: string) {
  if (it.DATABASE_URL && !it.SESSION_SECRET)
    throw new ConfigError('SESSION_SECRET is missing: DATABASE_URL needs it.')
  if (it.DATABASE_URL && !it.DATA_KEYS) throw new ConfigError('DATA_KEYS is missing: DATABASE_URL needs it.')
  const dataKeys = it.DATA_KEYS ?? [kept(dataDir, 'data.keys')]
  return {
    sessionSecret: it.SESSION_SECRET ?? kept(dataDir, 'session.secret'),
    dataKeys: dataKeys.map((key) => createHash('sha256').update(key).digest()),
  }
}

function kept(dataDir: string, name: string): string {
  const file = join(dataDir, name)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file))
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
