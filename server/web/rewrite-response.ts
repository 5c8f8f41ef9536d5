import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Buffers the response and sends the result of `transform`. */
export function bufferResponse(res: ServerResponse, transform: (body: Buffer) => Buffer): void {
  const chunks: Buffer[] = []
  const collect = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string')
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const { end, writeHead } = res
  res.writeHead = ((status: number, second?: unknown, third?: unknown) => {
    res.statusCode = status
    setHeaders(res, headersArgument(second) ?? headersArgument(third))
    return res
  }) as typeof res.writeHead
  res.flushHeaders = () => {}
  res.write = ((chunk: unknown, encoding?: unknown, done?: unknown) => {
    collect(chunk, encoding)
    for (const value of [encoding, done]) if (typeof value === 'function') value()
    return true
  }) as typeof res.write
  res.end = ((chunk?: unknown, encoding?: unknown, done?: unknown) => {
    collect(chunk, encoding)
    const body = transform(Buffer.concat(chunks))
    res.writeHead = writeHead
    for (const name of ['transfer-encoding', 'etag']) res.removeHeader(name)
    res.setHeader('Content-Length', body.length)
    const callback = [chunk, encoding, done].find((value) => typeof value === 'function') as
      | (() => void)
      | undefined
    return end.call(res, body, 'utf8', callback)
  }) as typeof res.end
}

/** Runs `clearSession` on a 401 response, before its headers are sent. */
export function onUnauthorized(res: ServerResponse, clearSession: () => void): void {
  const { writeHead } = res
  res.writeHead = ((status: number, second?: unknown, third?: unknown) => {
    res.writeHead = writeHead
    if (status === 401) clearSession()
    setHeaders(res, headersArgument(second) ?? headersArgument(third))
    if (typeof second === 'string') res.statusMessage = second
    return writeHead.call(res, status)
  }) as typeof res.writeHead
}

type HeaderArgument = OutgoingHttpHeaders | string[] | undefined
const headersArgument = (value: unknown): HeaderArgument =>
  typeof value === 'object' && value !== null ? (value as HeaderArgument) : undefined

function setHeaders(res: ServerResponse, headers: HeaderArgument): void {
  if (!headers) return
  if (Array.isArray(headers)) {
    for (let index = 0; index + 1 < headers.length; index += 2)
      res.appendHeader(headers[index] ?? '', headers[index + 1] ?? '')
  } else {
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) res.setHeader(name, value)
  }
}
