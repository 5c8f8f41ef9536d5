import { join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import { apiPrefix } from '../../shared/constants.ts'
import type { Config } from '../config.ts'

/**
 * What is no page. Pages of an order or a person say `noindex` themselves (render.ts): a crawler that may
 * not open one would never read that, and could list its address.
 */
const unlisted = [`${apiPrefix}/`, '/simulators/']

/** The small files that browsers and crawlers ask for by name. */
export function wellKnown({ brandName }: Config): RequestHandler {
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
      .send(['User-agent: *', ...unlisted.map((path) => `Disallow: ${path}`), ''].join('\n'))
  })
  router.get('/favicon.svg', (_, res) => {
    res.sendFile(join(import.meta.dirname, 'public/favicon.svg'), { maxAge: 86_400_000 })
  })
  router.get('/favicon.ico', (_, res) => res.redirect(301, '/favicon.svg'))
  return router
}
