import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'

// Idle connections end before the 5 s at which Node's servers hang up.
const agent = new Agent({ keepAlive: true, maxSockets: 200, timeout: 4_000 })

export interface HttpResponse<T> {
  readonly httpStatus: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: T
  readonly ms: number
}

export interface HttpRequest {
  /** JSON unless it is text already. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** One HTTP exchange, at minimal cost: the load must not starve the process that it measures. */
export function request<T>(url: string, { body, headers = {} }: HttpRequest = {}): Promise<HttpResponse<T>> {
  const startedAt = performance.now()
  const payload = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      url,
      {
        agent,
        method: payload === null ? 'GET' : 'POST',
        headers: {
          ...(payload !== null && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          }),
          ...headers,
        },
      },
      (res) => {
        const chunks: Buffer[] = []
        res.on('data', (chunk: Buffer) => chunks.push(chunk))
        res.on('error', reject)
        res.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const isJson = res.headers['content-type']?.includes('json') || /^[[{"\d]/.test(text)
          resolve({
            httpStatus: res.statusCode ?? 0,
            headers: res.headers,
            text,
            body: (isJson ? JSON.parse(text) : text) as T,
            ms: performance.now() - startedAt,
          })
        })
      },
    )
    call.on('error', reject)
    call.end(payload ?? undefined)
  })
}

/** Runs `work` for 0 to `count` − 1, with at most `concurrency` concurrent calls. */
export async function runConcurrently(
  count: number,
  maxConcurrency: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: Math.min(count, maxConcurrency) }, worker))
}
