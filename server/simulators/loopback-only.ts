import type { NextFunction, Request, Response } from 'express'

const loopback = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/

/**
 * Allows only requests from this machine. `X-Forwarded-For` is used to reject, never to allow; cross-site requests
 * from a browser are rejected too.
 */
export function allowLoopbackOnly(req: Request, res: Response, next: NextFunction): void {
  const forwardedAddresses = req.get('x-forwarded-for')?.split(',') ?? []
  const clients = [req.socket.remoteAddress ?? '', ...forwardedAddresses].map((address) => address.trim())
  const isCrossSiteWrite = req.get('sec-fetch-site') === 'cross-site' && req.method !== 'GET'
  if (clients.every((address) => loopback.test(address)) && !isCrossSiteWrite) next()
  else res.status(403).json({ error: 'Only requests from this machine are accepted.' })
}
