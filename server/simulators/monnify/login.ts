import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import { sendJson, sendWireFault } from '../wire.ts'
import { errorBody, success } from './responses.ts'
import { keys, type MonnifySimulator } from './simulator.ts'

/** Token lifetime in seconds. Tokens are in memory: a restart invalidates them. */
const tokenTtlSeconds = 3_600

/** Login route and authentication middleware. */
export function monnifyLogin({ context, faults }: MonnifySimulator): {
  logIn: RequestHandler
  requireToken: RequestHandler
} {
  const accessTokens = new Map<string, number>()
  const basic = `Basic ${Buffer.from(`${keys.apiKey}:${keys.secretKey}`).toString('base64')}`

  return {
    async logIn(req, res) {
      if (req.get('authorization') !== basic)
        return sendJson(context, res, 401, errorBody('Invalid credentials'))
      if (faults.consume('login_500')) return sendWireFault(context, res, 'error_500', null)
      const accessToken = randomBytes(24).toString('base64url')
      accessTokens.set(accessToken, Date.now() + tokenTtlSeconds * 1_000)
      return sendJson(context, res, 200, success({ accessToken, expiresIn: tokenTtlSeconds }))
    },
    async requireToken(req, res, next) {
      const token = req.get('authorization')?.replace(/^Bearer /, '') ?? ''
      if (faults.consume('bearer_forgotten')) accessTokens.delete(token)
      if ((accessTokens.get(token) ?? 0) > Date.now()) return next()
      return sendJson(context, res, 401, {
        error: 'invalid_token',
        error_description: 'Access token expired',
      })
    },
  }
}
