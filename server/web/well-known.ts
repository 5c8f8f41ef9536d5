import { join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import { apiPrefix } from '../../shared/constants.ts'
import type { Config } from '../config.ts'

/**
 * Paths that are not pages. Pages with order or user data send `noindex` (render.ts): a crawler that is disallowed from
 * opening one would not see that and could list its URL.
 */
const disallowedPaths = [`${apiPrefix}/`, '/simulators/']

/** Files that browsers and crawlers request by name. */
export function wellKnownRoutes({ brandName }: Config): RequestHandler {
  const router = Router()
  const day = 'public, max-age=86400'
  router.get('/manifest.webmanifest', (_, res) => {
    res
      .set('Cache-Control', day)
      .type('application/manifest+json')
      .send(
        JSON.stringify({
          name: brandName,
          short_name: brandName,
          description: 'Pay utility bills in Nigeria',
          lang: 'en-NG',
          start_url: '/',
          display: 'standalone',
          background_color: '#ffffff',
          theme_color: '#0b3d2e',
          icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
        }),
      )
  })
  router.get('/robots.txt', (_, res) => {
    res
      .set('Cache-Control', day)
      .type('text')
      .send(['User-agent: *', ...disallowedPaths.map((path) => `Disallow: ${path}`), ''].join('\n'))
  })
  router.get('/favicon.svg', (_, res) => {
    res.sendFile(join(import.meta.dirname, 'public/favicon.svg'), { maxAge: 86_400_000 })
  })
  router.get('/favicon.ico', (_, res) => res.redirect(301, '/favicon.svg'))
  return router
}
