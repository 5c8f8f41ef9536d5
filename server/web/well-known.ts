import { join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import { apiPrefix } from '../../shared/constants.ts'
import { formPageUrl, pastTokenPageUrl, sharedMeterPath } from '../../shared/pages.ts'
import type { Config } from '../config.ts'
import { indexedPaths } from './indexed-paths.ts'
import { webTexts } from './texts.ts'

/**
 * Paths that are not pages. Pages with order or user data send `noindex` (render.ts): a crawler that is disallowed from
 * opening one would not see that and could list its URL.
 */
const disallowedPaths = [`${apiPrefix}/`, '/simulators/']

/** Icons and the picture of shared links (1200×630). Each is the mark of `favicon.svg`, as PNG. */
const imageFiles = [
  'favicon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'preview.png',
]

/** A copy of security.txt is valid for this long. Source: RFC 9116 recommends less than a year */
const securityTextDays = 180

/** Files that browsers and crawlers request by name. */
export function wellKnownRoutes({ brandName, appUrl, helpUrl }: Config): RequestHandler {
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
          description: webTexts.appDescription(),
          lang: 'en-NG',
          id: '/',
          start_url: '/',
          display: 'standalone',
          background_color: '#ffffff',
          theme_color: '#0b3d2e',
          icons: [
            { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
            { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
            { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
            { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          ],
          shortcuts: [
            { name: webTexts.buyElectricity(), url: formPageUrl('power') },
            { name: webTexts.findPastToken(), url: pastTokenPageUrl },
          ].map((shortcut) => ({
            ...shortcut,
            icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
          })),
          share_target: {
            action: sharedMeterPath,
            method: 'GET',
            params: { title: 'title', text: 'text', url: 'url' },
          },
        }),
      )
  })
  router.get('/robots.txt', (_, res) => {
    res
      .set('Cache-Control', day)
      .type('text')
      .send(
        [
          'User-agent: *',
          ...disallowedPaths.map((path) => `Disallow: ${path}`),
          `Sitemap: ${appUrl}/sitemap.xml`,
          '',
        ].join('\n'),
      )
  })
  router.get('/sitemap.xml', (_, res) => {
    const urls = indexedPaths.map((path) => `<url><loc>${appUrl}${path}</loc></url>\n`)
    res
      .set('Cache-Control', day)
      .type('xml')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
      )
  })
  // RFC 9116. The contact is the help page, as in SECURITY.md.
  router.get('/.well-known/security.txt', (_, res) => {
    const expires = new Date(Date.now() + securityTextDays * 86_400_000).toISOString()
    res
      .set('Cache-Control', day)
      .type('text')
      .send(
        [
          `Contact: ${helpUrl}`,
          `Expires: ${expires}`,
          'Preferred-Languages: en',
          `Canonical: ${appUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      )
  })
  for (const file of imageFiles)
    router.get(`/${file}`, (_, res) => {
      // Other sites embed the picture in the preview of a link.
      res.set('Cross-Origin-Resource-Policy', 'cross-origin')
      res.sendFile(join(import.meta.dirname, 'public', file), { maxAge: 86_400_000 })
    })
  router.get('/favicon.ico', (_, res) => res.redirect(301, '/favicon.svg'))
  return router
}
