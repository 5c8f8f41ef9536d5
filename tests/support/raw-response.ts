import { request } from 'node:http'

/** Fetches the raw compressed bytes, which `fetch` would decompress. */
export function fetchRaw(url: string, encoding: string): Promise<{ encoding: string; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers: { 'accept-encoding': encoding } }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () =>
        resolve({ encoding: reply.headers['content-encoding'] ?? '', bytes: Buffer.concat(chunks) }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
