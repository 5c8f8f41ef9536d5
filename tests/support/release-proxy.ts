import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The application behind a proxy that can deploy a changed release. */
export interface ReleaseProxy extends AsyncDisposable {
  readonly url: string
  /** From now on the stored page and the service worker are those of another release, which the page names in a tag. */
  deploy(release: string): void
}

/** Starts the proxy. @param target origin of the application */
export async function startReleaseProxy(target: string, storedPath: string): Promise<ReleaseProxy> {
  let release = ''
  const changed = (path: string, body: string): string => {
    if (release === '') return body
    if (path === storedPath)
      return body.replace('</head>', `<meta name="release" content="${release}"></head>`)
    return body.replace(`{"url":"${storedPath}","revision":"`, `$&${release}-`)
  }
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '', target)
    const isChanged = pathname === storedPath || pathname === '/service-worker.js'
    const headers = isChanged ? { ...req.headers, 'accept-encoding': 'identity' } : req.headers
    const forwarded = httpRequest(
      new URL(req.url ?? '', target),
      { method: req.method, headers },
      (response) =>
        isChanged
          ? void respondChanged(response, res, (body) => changed(pathname, body))
          : relay(response, res),
    )
    forwarded.on('error', () => res.destroy())
    req.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: (name) => {
      release = name
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function relay(response: IncomingMessage, res: ServerResponse): void {
  res.writeHead(response.statusCode ?? 502, response.headers)
  response.pipe(res)
}

async function respondChanged(
  response: IncomingMessage,
  res: ServerResponse,
  change: (body: string) => string,
): Promise<void> {
  const body = change(await text(response))
  const { etag: _, 'content-length': __, ...headers } = response.headers
  res.writeHead(response.statusCode ?? 502, headers).end(body)
}
