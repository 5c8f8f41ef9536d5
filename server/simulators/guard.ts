import type { NextFunction, Request, Response } from 'express'

const loopback = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/

/**
 * Lets only this machine's own programs and people past. `X-Forwarded-For` is read to refuse, never
 * to allow; a page of another site cannot send a person's browser here either.
 */
export function onlyLoopback(req: Request, res: Response, next: NextFunction): void {
  const forwarded = req.get('x-forwarded-for')?.split(',') ?? []
  const clients = [req.socket.remoteAddress ?? '', ...forwarded].map((it) => it.trim())
  const foreignPage = req.get('sec-fetch-site') === 'cross-site' && req.method !== 'GET'
  if (clients.every((it) => loopback.test(it)) && !foreignPage) next()
  else res.status(403).json({ error: 'Only programs on this machine may ask.' })
}
