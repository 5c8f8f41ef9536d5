import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import compression from 'compression'
import type { RequestHandler } from 'express'

/** A small window: responses have at most a few hundred KB, and each allocates a window while it is compressed. */
const brotliWindow = 18

/**
 * Compresses responses of at least 1 KB with an encoding that the client accepts. Safe against BREACH: the API reads
 * the session token only from the Authorization header, which another site cannot make a browser send, so the response
 * to such a request contains no secret. Event streams set `no-transform`.
 */
export const compressResponses: RequestHandler = compression({
  brotli: { params: { [constants.BROTLI_PARAM_LGWIN]: brotliWindow } },
})

/** Serves a long constant text, rendered and compressed at the first request. */
export function compressedText(text: () => string, type: string): RequestHandler {
  let bodies: { plain: Buffer; br: Buffer; gzip: Buffer } | undefined
  const buildBodies = () => {
    const plain = Buffer.from(text())
    const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    return { plain, br, gzip: gzipSync(plain) }
  }
  return (req, res) => {
    bodies ??= buildBodies()
    const encoding = (['br', 'gzip'] as const).find((candidate) => req.acceptsEncodings(candidate))
    if (encoding) res.set('Content-Encoding', encoding)
    res.vary('Accept-Encoding').set('Cache-Control', 'no-cache').type(type)
    res.send(bodies[encoding ?? 'plain'])
  }
}
