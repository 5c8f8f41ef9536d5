import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Replaces a text of a provider's response. @returns undefined to keep it */
export type ReplaceText = (field: string, value: string) => string | undefined

/** The simulators behind a proxy that replaces texts in their JSON responses. */
export interface HostileProxy extends AsyncDisposable {
  readonly url: string
  /** Origin of the simulators, once they run. */
  target: string
}

export async function startHostileProxy(replaceText: ReplaceText): Promise<HostileProxy> {
  const server = createServer((req, res) => {
    const { host: _, ...headers } = req.headers
    const forwarded = httpRequest(
      new URL(req.url ?? '', proxy.target),
      { method: req.method, headers },
      async (response) => {
        // Its own origin, from which checkout pages are accepted.
        const received = (await text(response)).replaceAll(proxy.target, proxy.url)
        const body = replaceTexts(received, replaceText)
        const { 'content-length': __, 'transfer-encoding': ___, ...responseHeaders } = response.headers
        res.writeHead(response.statusCode ?? 502, responseHeaders).end(body)
      },
    )
    forwarded.on('error', () => res.destroy())
    req.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: HostileProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}

function replaceTexts(body: string, replaceText: ReplaceText): string {
  try {
    return JSON.stringify(
      JSON.parse(body, (field, value: unknown) =>
        typeof value === 'string' ? (replaceText(field, value) ?? value) : value,
      ),
    )
  } catch {
    return body
  }
}
