import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { ApiError, ipNetworkOf } from '../http/index.ts'

const derive = promisify(argon2)

/**
 * argon2id at 7 MiB and 5 passes, which the source rates as strong as 19 MiB and 2 passes: each thread that
 * ever hashed keeps that much memory. Source: OWASP Password Storage Cheat Sheet, "Argon2id"
 */
const cost = { memory: 7 * 1024, passes: 5, parallelism: 1 } as const
const tagLength = 32

/** One CPU stays free for other requests; more than four concurrent hashes only use memory. */
const runLimited = pLimit(Math.min(4, Math.max(1, availableParallelism() - 1)))
/** Queue limits: a longer queue means waits of seconds. One account or IP address cannot fill the queue. */
const maxQueued = { all: 60, account: 16, client: 30 } as const
const queuedCounts = new Map<string, number>()

/** The account whose password is hashed, and the client that sent it. */
export interface HashCaller {
  /** User id or e-mail. */
  readonly account: string
  /** IP address, for endpoints without authentication. */
  readonly client?: string
}

/**
 * Queues work that hashes a password and runs it off the main thread.
 * @throws ApiError UNAVAILABLE when the queue is full
 */
export async function withHashSlot<T>({ account, client }: HashCaller, work: () => Promise<T>): Promise<T> {
  const counters: readonly (readonly [key: string, max: number])[] = [
    ['all', maxQueued.all],
    [`account ${account}`, maxQueued.account],
    ...(client === undefined ? [] : [[`client ${ipNetworkOf(client)}`, maxQueued.client] as const]),
  ]
  if (counters.some(([key, max]) => (queuedCounts.get(key) ?? 0) >= max))
    throw new ApiError('UNAVAILABLE', { retryAfterSeconds: 1 })
  const adjust = (delta: 1 | -1) => {
    for (const [key] of counters) {
      const count = (queuedCounts.get(key) ?? 0) + delta
      if (count > 0) queuedCounts.set(key, count)
      else queuedCounts.delete(key)
    }
  }
  adjust(1)
  try {
    return await runLimited(work)
  } finally {
    adjust(-1)
  }
}

/** Stored form of a guessable secret (password, PIN): `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashSecret(secret: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: secret, nonce, ...cost, tagLength })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

/** True when the secret matches the stored hash. A null hash takes the same time and never matches. */
export async function verifySecret(storedHash: string | null, secret: string): Promise<boolean> {
  const { parameters, tag } = parseHash(storedHash ?? dummyHash)
  const derived = await derive('argon2id', { message: secret, ...parameters, tagLength: tag.length })
  return timingSafeEqual(derived, tag) && storedHash !== null
}

const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${base64(randomBytes(16))}$${base64(randomBytes(tagLength))}`

const hashPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function parseHash(storedHash: string): {
  parameters: Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism' | 'nonce'>
  tag: Buffer
} {
  const [, memory, passes, parallelism, salt, tag] = hashPattern.exec(storedHash) ?? []
  if (!salt || !tag) throw new Error('A stored password hash has an unknown format')
  return {
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      nonce: Buffer.from(salt, 'base64'),
    },
    tag: Buffer.from(tag, 'base64'),
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
