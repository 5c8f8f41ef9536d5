import { type HttpRequest, type HttpResult, sendHttpRequest } from '../../http/http-client.ts'

/** JSON calls with a static bearer key and a total time limit per call. */
export interface BearerClient {
  get(path: string, timeoutMs: number): Promise<HttpResult>
  post(path: string, body: object, timeoutMs: number, method?: 'POST' | 'PUT'): Promise<HttpResult>
}

export function createBearerClient({ url, secretKey }: { url: string; secretKey: string }): BearerClient {
  const send = (request: Pick<HttpRequest, 'method' | 'body' | 'timeoutMs'>, path: string) =>
    sendHttpRequest({
      ...request,
      url: `${url}${path}`,
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
    })
  return {
    get: (path, timeoutMs) => send({ method: 'GET', timeoutMs }, path),
    post: (path, body, timeoutMs, method = 'POST') =>
      send({ method, body: JSON.stringify(body), timeoutMs }, path),
  }
}
