import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** One request as it came over the wire. */
export interface Seen {
  method: string | undefined
  path: string | undefined
  authorization: string | undefined
  body: unknown
}

interface Answer {
  status?: number
  body: unknown
}

/** A counterparty's API that answers what it is told to, and remembers what it was asked. */
export async function standIn(answer: (asked: Seen, origin: string) => Answer) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const { method, url: path, headers } = request
      const asked = {
        method,
        path,
        authorization: headers.authorization,
        body: text ? JSON.parse(text) : null,
      }
      seen.push(asked)
      const { status = 200, body } = answer(asked, origin)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, origin }
}
