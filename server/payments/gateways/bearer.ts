import { callOut, type OutboundCall, type Reply } from '../../http/outbound.ts'

/** Calls under a key that stays the same, with a total deadline each, JSON both ways. */
export interface BearerCalls {
  ask(path: string, deadlineMs: number): Promise<Reply>
  tell(path: string, body: object, deadlineMs: number, method?: 'POST' | 'PUT'): Promise<Reply>
}

export function bearerCalls({ url, secretKey }: { url: string; secretKey: string }): BearerCalls {
  const call = (it: Pick<OutboundCall, 'method' | 'body' | 'deadlineMs'>, path: string) =>
    callOut({
      ...it,
      url: `${url}${path}`,
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(it.body !== undefined && { 'content-type': 'application/json' }),
      },
    })
  return {
    ask: (path, deadlineMs) => call({ method: 'GET', deadlineMs }, path),
    tell: (path, body, deadlineMs, method = 'POST') =>
      call({ method, body: JSON.stringify(body), deadlineMs }, path),
  }
}
