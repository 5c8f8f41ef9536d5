import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { HttpResult } from '../../server/http/http-client.ts'

/** An HTTP result: text unchanged, every other body as JSON. */
export const httpResult = (body: unknown, status = 200): HttpResult & { type: 'response' } => ({
  type: 'response',
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Starts a vendor server with this listener until the test ends. @returns its URL */
export async function startVendorServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
