import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import { answer, spoil } from '../wire.ts'
import { refusal, success } from './answers.ts'
import { type Desk, keys } from './desk.ts'

/** Seconds that a bearer lasts. They live in memory: a restarted simulator knows none. */
const lastsSeconds = 3_600

/** The login, and the door that asks for its bearer. */
export function monnifyLogin({ ground, faults }: Desk): {
  logsIn: RequestHandler
  onlyKnown: RequestHandler
} {
  const bearers = new Map<string, number>()
  const basic = `Basic ${Buffer.from(`${keys.apiKey}:${keys.secretKey}`).toString('base64')}`

  return {
    async logsIn(req, res) {
      if (req.get('authorization') !== basic) return answer(ground, res, 401, refusal('Invalid credentials'))
      if (faults.strikes('login_500')) return spoil(ground, res, 'error_500', null)
      const accessToken = randomBytes(24).toString('base64url')
      bearers.set(accessToken, Date.now() + lastsSeconds * 1_000)
      return answer(ground, res, 200, success({ accessToken, expiresIn: lastsSeconds }))
    },
    async onlyKnown(req, res, next) {
      const token = req.get('authorization')?.replace(/^Bearer /, '') ?? ''
      if (faults.strikes('bearer_forgotten')) bearers.delete(token)
      if ((bearers.get(token) ?? 0) > Date.now()) return next()
      return answer(ground, res, 401, { error: 'invalid_token', error_description: 'Access token expired' })
    },
  }
}
