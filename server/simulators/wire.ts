import type { Response } from 'express'
import type { Ground } from './party.ts'

/** How long a connection is held when a party falls silent: longer than any client should wait. */
export const silenceMs = 70_000

const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** Answers JSON, once everything that it may tell of is on disk. */
export async function answer(
  { journal }: Ground,
  res: Response,
  status: number,
  body: unknown,
): Promise<void> {
  await answerText({ journal }, res, status, JSON.stringify(body))
}

/** The same for JSON text already written. */
export async function answerText(
  { journal }: Pick<Ground, 'journal'>,
  res: Response,
  status: number,
  text: string,
  type = 'application/json',
): Promise<void> {
  await journal.durable()
  if (type === 'html') res.set(pageHeaders)
  if (!res.writableEnded) res.status(status).type(type).send(text)
}

export const wireLies = ['error_500', 'html', 'truncated', 'slow_bytes', 'silence', 'cut'] as const
export type WireLie = (typeof wireLies)[number]

/** Spoils the answer `body` on its way, once what happened is on disk. */
export async function spoil(ground: Ground, res: Response, lie: WireLie, body: unknown): Promise<void> {
  await ground.journal.durable()
  const text = JSON.stringify(body)
  switch (lie) {
    case 'error_500':
      res.status(500).json({ message: 'Server Error' })
      return
    case 'html':
      res.type('html').send('<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>')
      return
    case 'truncated':
      res.type('json').set('content-length', String(Buffer.byteLength(text)))
      res.write(text.slice(0, text.length / 2), () => res.destroy())
      return
    case 'slow_bytes':
      res.type('json')
      drip(ground, res, text)
      return
    case 'silence':
      ground.later(silenceMs, () => res.destroy())
      return
    case 'cut':
      res.destroy()
  }
}

function drip(ground: Ground, res: Response, text: string) {
  if (res.destroyed) return
  if (text === '') {
    res.end()
    return
  }
  res.write(text.slice(0, 1))
  ground.later(1_000, () => drip(ground, res, text.slice(1)))
}
