import { z } from 'zod'
import { type HttpResult, sendHttpRequest } from '../../../http/http-client.ts'
import type { MonnifyConfig } from './descriptor.ts'
import { parseReply } from './envelope.ts'

const LoginSchema = z.object({ accessToken: z.string().min(1), expiresIn: z.number().positive() })

/** A token is renewed this long before it expires. */
const earlySeconds = 60

/** An access token, or the reply that the caller gets instead; then the request is never sent. */
export type Login = { type: 'in'; token: string } | { type: 'out'; reply: HttpResult }

/**
 * Login session: concurrent callers share one login, cached until shortly before it expires.
 * Source: Monnify API, "Authentication"; `expiresIn` is seconds.
 */
export function monnifySession({ url, apiKey, secretKey }: MonnifyConfig, timeoutMs: number) {
  let cached: { token: string; untilMs: number } | null = null
  let pendingLogin: Promise<Login> | null = null

  async function logIn(): Promise<Login> {
    const startedAt = performance.now()
    const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64')
    const reply = await sendHttpRequest({
      method: 'POST',
      url: `${url}/api/v1/auth/login`,
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
      body: '{}',
      timeoutMs,
    })
    const result = parseReply(reply)
    const login = result.type === 'yes' ? LoginSchema.safeParse(result.body).data : undefined
    if (login) {
      const seconds = Math.max(login.expiresIn - earlySeconds, login.expiresIn / 2)
      cached = { token: login.accessToken, untilMs: startedAt + seconds * 1_000 }
      return { type: 'in', token: login.accessToken }
    }
    const isUnauthorised =
      result.type === 'no' || (result.type === 'nothing' && result.reason === 'unauthorised')
    return {
      type: 'out',
      reply: isUnauthorised ? unauthorised : { type: 'not_sent', reason: 'unreachable' },
    }
  }

  return {
    async token(): Promise<Login> {
      if (cached && performance.now() < cached.untilMs) return { type: 'in', token: cached.token }
      pendingLogin ??= logIn().finally(() => {
        pendingLogin = null
      })
      return pendingLogin
    },
    /** Discards a rejected token. A newer token stays. */
    drop(token: string): void {
      if (cached?.token === token) cached = null
    },
  }
}

const unauthorised: HttpResult = { type: 'answered', status: 401, headers: {}, text: '' }
