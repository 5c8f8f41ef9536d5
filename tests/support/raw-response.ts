import { request } from 'node:http'

/** Fetches the raw compressed bytes, which `fetch` would decompress. */
export function fetchRaw(url: string, encoding: string): Promise<{ encoding: string; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoingRequest = request(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ encoding: response.headers['content-encoding'] ?? '', bytes: Buffer.concat(chunks) }),
      )
    })
    outgoingRequest.on('error', reject)
    outgoingRequest.end()
  })
}
