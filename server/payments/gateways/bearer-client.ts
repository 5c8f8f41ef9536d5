import { type HttpRequest, type HttpResult, sendHttpRequest } from '../../http/http-client.ts'

/** JSON calls with a static bearer key and a total deadline per call. */
export interface BearerClient {
  get(path: string, deadlineMs: number): Promise<HttpResult>
  post(path: string, body: object, deadlineMs: number, method?: 'POST' | 'PUT'): Promise<HttpResult>
}

export function createBearerClient({ url, secretKey }: { url: string; secretKey: string }): BearerClient {
  const send = (request: Pick<HttpRequest, 'method' | 'body' | 'deadlineMs'>, path: string) =>
    sendHttpRequest({
      ...request,
      url: `${url}${path}`,
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
    })
  return {
    get: (path, deadlineMs) => send({ method: 'GET', deadlineMs }, path),
    post: (path, body, deadlineMs, method = 'POST') =>
      send({ method, body: JSON.stringify(body), deadlineMs }, path),
  }
}
