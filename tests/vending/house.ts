import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Reply } from '../../server/http/outbound.ts'

/** A reply as the wire gives it: text as it is, anything else as JSON. */
export const answered = (body: unknown, status = 200): Reply & { is: 'answered' } => ({
  is: 'answered',
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
})

/** A vendor that answers as it is told, until its test ends. @returns its address */
export async function vendorAt(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
