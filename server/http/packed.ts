import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import compression from 'compression'
import type { RequestHandler } from 'express'

/** A small window: answers are lists of some hundred KB at most, and each one being packed holds its own. */
const brotliWindow = 18

/**
 * Packs what is longer than a packet, as its reader likes it. What a page of another site could make a browser
 * fetch comes without the bearer, since that is no cookie: nothing secret stands beside what it chose itself, and
 * lengths tell it nothing (BREACH). Streams of events say `no-transform`.
 */
export const packs: RequestHandler = compression({
  brotli: { params: { [constants.BROTLI_PARAM_LGWIN]: brotliWindow } },
})

/** Answers a long text that never changes: packed once, not for everybody who asks. */
export function answersPacked(text: string, type: string): RequestHandler {
  const plain = Buffer.from(text)
  const packed = {
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: gzipSync(plain),
  }
  return (req, res) => {
    const encoding = (['br', 'gzip'] as const).find((it) => req.acceptsEncodings(it))
    if (encoding) res.set('Content-Encoding', encoding)
    res.vary('Accept-Encoding').set('Cache-Control', 'no-cache').type(type)
    res.send(encoding ? packed[encoding] : plain)
  }
}
