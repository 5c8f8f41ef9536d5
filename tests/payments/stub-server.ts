import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** One recorded HTTP request. */
export interface StubRequest {
  method: string | undefined
  path: string | undefined
  authorization: string | undefined
  body: unknown
}

interface StubResponse {
  status?: number
  body: unknown
}

/** A stub HTTP server for a provider's API: responds as configured and records the requests. */
export async function startStubServer(handler: (recorded: StubRequest, origin: string) => StubResponse) {
  const requests: StubRequest[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const { method, url: path, headers } = request
      const recorded = {
        method,
        path,
        authorization: headers.authorization,
        body: text ? JSON.parse(text) : null,
      }
      requests.push(recorded)
      const { status = 200, body } = handler(recorded, origin)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { requests, origin }
}
