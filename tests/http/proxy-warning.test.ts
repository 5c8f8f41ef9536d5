import type { IncomingMessage, ServerResponse } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { warnOfUntrustedProxy } from '../../server/http/index.ts'
import { internalHeader, signInternalHeader } from '../../server/http/internal-header.ts'

const sessionSecret = 'a secret of at least 32 characters'
const forwarded = { 'x-forwarded-for': '102.89.1.1' }

/** Serves requests with these headers. @returns the number of served requests and the log lines */
function serve(trustProxy: number, requests: readonly IncomingMessage['headers'][]) {
  const lines: string[] = []
  let served = 0
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const handler = warnOfUntrustedProxy({ trustProxy, sessionSecret }, log, () => {
    served += 1
  })
  for (const headers of requests) handler({ headers } as IncomingMessage, {} as ServerResponse)
  return { served, lines }
}

test('requests of a proxy that is not trusted cause one warning, without an address', () => {
  const { served, lines } = serve(0, [{}, forwarded, forwarded])
  expect(served).toBe(3)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('TRUST_PROXY')
  expect(lines[0]).not.toContain('102.89.1.1')
})

test('requests of a trusted proxy, and of the separate web server, cause none', () => {
  expect(serve(1, [forwarded]).lines).toEqual([])
  const signed = signInternalHeader(sessionSecret, { ip: '102.89.1.1', session: '', at: Date.now() })
  expect(serve(0, [{ ...forwarded, [internalHeader]: signed }]).lines).toEqual([])
  expect(serve(0, [{ ...forwarded, [internalHeader]: `${signed}x` }]).lines).toHaveLength(1)
})
