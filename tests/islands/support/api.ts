import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Call } from '../../../shared/contract.ts'

export interface Asked {
  url: string
  body: unknown
  headers: Headers
}

type Reply = { status?: number; body: JsonBodyType } | Response
type Replies = (asked: Asked, at: number) => Reply | Promise<Reply>

export const success = (data: JsonBodyType, message = 'Done'): Reply => ({
  body: { status: 'success', message, data },
})
export const pending = (message: string, data: JsonBodyType = null): Reply => ({
  status: 202,
  body: { status: 'pending', message, data },
})
export const refusal = (status: number, message: string, errors?: Record<string, string[]>): Reply => ({
  status,
  body: { status: 'error', message, ...(errors && { errors }) },
})

/** The network of a test: a call that nobody answers fails it. */
export function network() {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())

  /** Answers one call of the API, and keeps what was asked. `at` counts from 0. */
  const answer = (it: Call, replies: Replies): Asked[] => {
    const asked: Asked[] = []
    const path = it.path.replace(/\{(\w+)\}/g, ':$1')
    server.use(
      http.all(`${window.location.origin}/api/v1${path}`, async ({ request }) => {
        const text = await request.text()
        const isForm = request.headers.get('content-type')?.startsWith('multipart/')
        const body: unknown = text && !isForm ? JSON.parse(text) : text || undefined
        const one = { url: request.url, body, headers: request.headers }
        asked.push(one)
        const reply = await replies(one, asked.length - 1)
        return reply instanceof Response
          ? reply
          : HttpResponse.json(reply.body, { status: reply.status ?? 200 })
      }),
    )
    return asked
  }
  return { answer }
}

/** A toast with exactly this text is shown. */
export const toasted = (text: string) =>
  waitFor(() => expect(screen.getAllByText(text, { selector: '.toast-text' }).length).toBeGreaterThan(0), {
    timeout: 8000,
  })
