import express, { type RequestHandler, Router } from 'express'
import type { Logger } from 'pino'
import { z } from 'zod'
import { browserErrorsPath } from '../../shared/pages.ts'
import { isCrossSite } from './origin.ts'
import type { Page } from './page.ts'

/** Lines that one process writes in a minute, at most. */
const maxLinesPerMinute = 20
const minuteMs = 60_000

/** Everything but the error's class, the place in our script and the page is dropped: it may be personal data. */
const Report = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z]{1,40}$/)
    .catch('Error'),
  file: z
    .string()
    .regex(/^assets\/[\w.-]{1,80}\.js$/)
    .nullable()
    .catch(null),
  line: z.int().min(0).max(1_000_000).catch(0),
  path: z.string().max(200).catch(''),
})

interface BrowserErrorDeps {
  readonly appUrl: string
  readonly pages: readonly Pick<Page, 'path'>[]
  /** The entry script, whose name changes with each release. */
  readonly release: string
  readonly log: Logger
  readonly now?: () => number
}

/** Writes one log line for an error that a page reports, without personal data, and at most 20 a minute. */
export function browserErrorRoute({
  appUrl,
  pages,
  release,
  log,
  now = Date.now,
}: BrowserErrorDeps): RequestHandler {
  const patterns = pages.map(({ path }) => ({ path, pattern: patternOf(path) }))
  let windowStart = 0
  let lines = 0
  let droppedCount = 0
  const takeLine = (): boolean => {
    if (now() - windowStart >= minuteMs) {
      windowStart = now()
      lines = 0
    }
    lines += 1
    if (lines > maxLinesPerMinute) droppedCount += 1
    return lines <= maxLinesPerMinute
  }
  const router = Router()
  router.post(browserErrorsPath, express.text({ type: () => true, limit: '2kb' }), (req, res) => {
    res.status(204).end()
    const report = Report.safeParse(parseJson(req.body))
    if (!report.success || isCrossSite(req, appUrl) || !takeLine()) return
    const { name, file, line, path } = report.data
    const page = patterns.find(({ pattern }) => pattern.test(path))?.path ?? 'other'
    log.warn(
      { error: name, file, line, page, release, ...(droppedCount > 0 && { dropped: droppedCount }) },
      'error in the browser',
    )
    droppedCount = 0
  })
  return router
}

/** `/management/users/:uniqueid` matches `/management/users/ABC`. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}/?$`)

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}
