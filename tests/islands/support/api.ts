import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Endpoint } from '../../../shared/contract.ts'

export interface RecordedRequest {
  url: string
  body: unknown
  headers: Headers
}

type SimulatedResponse = { status?: number; body: JsonBodyType } | Response
type ResponseFactory = (
  recordedRequest: RecordedRequest,
  index: number,
) => SimulatedResponse | Promise<SimulatedResponse>

export const success = (data: JsonBodyType, message = 'Done'): SimulatedResponse => ({
  body: { status: 'success', message, data },
})
export const pending = (message: string, data: JsonBodyType = null): SimulatedResponse => ({
  status: 202,
  body: { status: 'pending', message, data },
})
export const errorResponse = (
  status: number,
  message: string,
  errors?: Record<string, string[]>,
): SimulatedResponse => ({
  status,
  body: { status: 'error', message, ...(errors && { errors }) },
})

/** The simulated network of a test: an endpoint without a response fails the test. */
export function mockApi() {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())

  /** Responds to one API endpoint and records its requests. `at` counts from 0. */
  const respond = (endpoint: Endpoint, respondTo: ResponseFactory): RecordedRequest[] => {
    const requests: RecordedRequest[] = []
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    server.use(
      http.all(`${window.location.origin}/api/v1${path}`, async ({ request }) => {
        const text = await request.text()
        const isForm = request.headers.get('content-type')?.startsWith('multipart/')
        const body: unknown = text && !isForm ? JSON.parse(text) : text || undefined
        const recorded = { url: request.url, body, headers: request.headers }
        requests.push(recorded)
        const response = await respondTo(recorded, requests.length - 1)
        return response instanceof Response
          ? response
          : HttpResponse.json(response.body, { status: response.status ?? 200 })
      }),
    )
    return requests
  }
  return { respond }
}

/** Waits for a toast with exactly this text. Toasts of earlier tests are shown first, each for up to 5 s. */
export const waitForToast = (text: string) =>
  waitFor(() => expect(screen.getAllByText(text, { selector: '.toast-text' }).length).toBeGreaterThan(0), {
    timeout: 30_000,
  })
