import { Agent, type IncomingHttpHeaders, request } from 'node:http'

// Idle connections end before the 5 s at which Node's servers hang up.
const agent = new Agent({ keepAlive: true, maxSockets: 200, timeout: 4_000 })

export interface Heard<T> {
  readonly http: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: T
  readonly ms: number
}

export interface Asked {
  /** JSON unless it is text already. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** One HTTP exchange, as cheap as Node makes it: the load must not starve what it measures. */
export function ask<T>(url: string, { body, headers = {} }: Asked = {}): Promise<Heard<T>> {
  const began = performance.now()
  const sent = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        agent,
        method: sent === null ? 'GET' : 'POST',
        headers: {
          ...(sent !== null && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(sent),
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
            http: res.statusCode ?? 0,
            headers: res.headers,
            text,
            body: (isJson ? JSON.parse(text) : text) as T,
            ms: performance.now() - began,
          })
        })
      },
    )
    call.on('error', reject)
    call.end(sent ?? undefined)
  })
}

/** Runs `work` for 0 to `many` − 1, so many at a time. */
export async function inParallel(
  many: number,
  atOnce: number,
  work: (at: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < many) await work(next++)
  }
  await Promise.all(Array.from({ length: Math.min(many, atOnce) }, worker))
}
