import { z } from 'zod'
import { type HttpResult, sendHttpRequest } from '../../../http/http-client.ts'
import type { MonnifyConfig } from './descriptor.ts'
import { parseResponse } from './envelope.ts'

const LoginSchema = z.object({ accessToken: z.string().min(1), expiresIn: z.number().positive() })

/** A token is renewed this long before it expires. */
const earlySeconds = 60

/** An access token, or the response that the caller gets instead; then the request is never sent. */
export type LoginResult = { type: 'signed_in'; token: string } | { type: 'failed'; httpResult: HttpResult }

/**
 * Login session: concurrent callers share one login, cached until shortly before it expires.
 * Source: Monnify API, "Authentication"; `expiresIn` is seconds.
 */
export function monnifySession({ url, apiKey, secretKey }: MonnifyConfig, timeoutMs: number) {
  let cachedToken: { token: string; untilMs: number } | null = null
  let pendingLogin: Promise<LoginResult> | null = null

  async function logIn(): Promise<LoginResult> {
    const startedAt = performance.now()
    const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64')
    const httpResult = await sendHttpRequest({
      method: 'POST',
      url: `${url}/api/v1/auth/login`,
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
      body: '{}',
      timeoutMs,
    })
    const result = parseResponse(httpResult)
    const login = result.type === 'succeeded' ? LoginSchema.safeParse(result.body).data : undefined
    if (login) {
      const seconds = Math.max(login.expiresIn - earlySeconds, login.expiresIn / 2)
      cachedToken = { token: login.accessToken, untilMs: startedAt + seconds * 1_000 }
      return { type: 'signed_in', token: login.accessToken }
    }
    const isUnauthorised =
      result.type === 'rejected' || (result.type === 'unknown' && result.reason === 'unauthorised')
    return {
      type: 'failed',
      httpResult: isUnauthorised ? unauthorised : { type: 'not_sent', reason: 'unreachable' },
    }
  }

  return {
    async token(): Promise<LoginResult> {
      if (cachedToken && performance.now() < cachedToken.untilMs)
        return { type: 'signed_in', token: cachedToken.token }
      pendingLogin ??= logIn().finally(() => {
        pendingLogin = null
      })
      return pendingLogin
    },
    /** Discards a rejected token. A newer token stays. */
    drop(token: string): void {
      if (cachedToken?.token === token) cachedToken = null
    },
  }
}

const unauthorised: HttpResult = { type: 'response', status: 401, headers: {}, text: '' }
