import { z } from 'zod'
import type { MonnifyConfig } from '../../../config-providers.ts'
import { callOut, type Reply } from '../../../http/outbound.ts'
import { saidBy } from './envelope.ts'

const Bearer = z.object({ accessToken: z.string().min(1), expiresIn: z.number().positive() })

/** A bearer is given up so long before it ends. */
const earlySeconds = 60

/** A bearer to call with, or the answer that a call gets instead: then it never left. */
export type Login = { is: 'in'; token: string } | { is: 'out'; reply: Reply }

export type Session = ReturnType<typeof monnifySession>

/**
 * The login: one at a time for all who ask, kept until shortly before it ends.
 * Source: Monnify API, "Authentication"; `expiresIn` is seconds.
 */
export function monnifySession({ url, apiKey, secretKey }: MonnifyConfig, deadlineMs: number) {
  let held: { token: string; untilMs: number } | null = null
  let coming: Promise<Login> | null = null

  async function logIn(): Promise<Login> {
    const began = performance.now()
    const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64')
    const reply = await callOut({
      method: 'POST',
      url: `${url}/api/v1/auth/login`,
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
      body: '{}',
      deadlineMs,
    })
    const said = saidBy(reply)
    const bearer = said.is === 'yes' ? Bearer.safeParse(said.body).data : undefined
    if (bearer) {
      const seconds = Math.max(bearer.expiresIn - earlySeconds, bearer.expiresIn / 2)
      held = { token: bearer.accessToken, untilMs: began + seconds * 1_000 }
      return { is: 'in', token: bearer.accessToken }
    }
    const wrongKeys = said.is === 'no' || (said.is === 'nothing' && said.because === 'unauthorised')
    return {
      is: 'out',
      reply: wrongKeys ? unauthorised : { is: 'not_sent', because: 'unreachable' },
    }
  }

  return {
    async token(): Promise<Login> {
      if (held && performance.now() < held.untilMs) return { is: 'in', token: held.token }
      coming ??= logIn().finally(() => {
        coming = null
      })
      return coming
    },
    /** They take this bearer no more. One that replaced it meanwhile stays. */
    drop(token: string): void {
      if (held?.token === token) held = null
    },
  }
}

const unauthorised: Reply = { is: 'answered', status: 401, headers: {}, text: '' }
