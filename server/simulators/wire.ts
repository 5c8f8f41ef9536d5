import type { Response } from 'express'
import type { SimulatorContext } from './provider.ts'

/** How long a connection without a response is held: longer than any client timeout. */
export const silenceMs = 70_000

const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

/** Sends JSON after all journaled events are on disk. */
export async function sendJson(
  { journal }: SimulatorContext,
  res: Response,
  status: number,
  body: unknown,
): Promise<void> {
  await sendText({ journal }, res, status, JSON.stringify(body))
}

/** Sends text after all journaled events are on disk. */
export async function sendText(
  { journal }: Pick<SimulatorContext, 'journal'>,
  res: Response,
  status: number,
  text: string,
  type = 'application/json',
): Promise<void> {
  await journal.waitUntilWritten()
  if (type === 'html') res.set(pageHeaders)
  if (!res.writableEnded) res.status(status).type(type).send(text)
}

const wireFaults = ['error_500', 'html', 'truncated', 'slow_bytes', 'silence', 'cut'] as const
export type WireFault = (typeof wireFaults)[number]

/** Sends `body` with a transport fault, after all journaled events are on disk. */
export async function sendWireFault(
  context: SimulatorContext,
  res: Response,
  fault: WireFault,
  body: unknown,
): Promise<void> {
  await context.journal.waitUntilWritten()
  const text = JSON.stringify(body)
  switch (fault) {
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
      sendSlowly(context, res, text)
      return
    case 'silence':
      context.setTimer(silenceMs, () => res.destroy())
      return
    case 'cut':
      res.destroy()
  }
}

function sendSlowly(context: SimulatorContext, res: Response, text: string) {
  if (res.destroyed) return
  if (text === '') {
    res.end()
    return
  }
  res.write(text.slice(0, 1))
  context.setTimer(1_000, () => sendSlowly(context, res, text.slice(1)))
}
