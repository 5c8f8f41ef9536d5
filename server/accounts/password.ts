import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { Refused } from '../http/index.ts'

const derive = promisify(argon2)

/**
 * argon2id at 7 MiB and 5 passes, which the source counts as strong as 19 MiB and 2 passes: each thread that
 * ever hashed keeps that much memory. Source: OWASP Password Storage Cheat Sheet, "Argon2id"
 */
const cost = { memory: 7 * 1024, passes: 5, parallelism: 1 } as const
const tagLength = 32

/** One is always left to answer pages; more than four at once only fills memory. */
const turns = pLimit(Math.min(4, Math.max(1, availableParallelism() - 1)))
/** Whoever comes when so many wait would wait for seconds. */
const mostWaiting = 100

/**
 * Runs work with a password when its turn has come, off the main thread. What counts wrong guesses is
 * asked inside, so that many guesses at once cannot all pass before the first is counted.
 * @throws Refused UNAVAILABLE when too many wait
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.pendingCount >= mostWaiting) throw new Refused('UNAVAILABLE', { retryAfterSeconds: 3 })
  return turns(work)
}

/** A secret that people can guess (password, PIN), as we keep it: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashSecret(secret: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: secret, nonce, ...cost, tagLength })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

/** True when the secret is the one that was kept. Nothing kept takes as long, and is never right. */
export async function isSecret(kept: string | null, secret: string): Promise<boolean> {
  const { parameters, tag } = read(kept ?? nobodys)
  const made = await derive('argon2id', { message: secret, ...parameters, tagLength: tag.length })
  return timingSafeEqual(made, tag) && kept !== null
}

const nobodys = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${base64(randomBytes(16))}$${base64(randomBytes(tagLength))}`

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function read(kept: string): {
  parameters: Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism' | 'nonce'>
  tag: Buffer
} {
  const [, memory, passes, parallelism, salt, tag] = form.exec(kept) ?? []
  if (!salt || !tag) throw new Error('A kept password is not in our form')
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
