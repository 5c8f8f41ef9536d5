import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { BaseProps } from '../../islands/pages.ts'
import { guestCaller } from './api-client.ts'
import type { Assets } from './assets.ts'
import type { Page, WebContext } from './page.ts'
import { compressBody, type PageTemplate, type Renderer } from './render.ts'

interface ServiceWorkerDeps {
  assets: Assets
  script: string
  pages: readonly Page[]
  render: Renderer
  web: WebContext
}

/** A file that the service worker stores. The content of a file without a revision never changes. */
interface StoredFile {
  url: string
  revision: string | null
}

/** The service worker: the list of the files that it stores, then its script. The list names its version. */
export function serviceWorkerRoute(deps: ServiceWorkerDeps): RequestHandler {
  let loading: Promise<Buffer> | undefined
  return async (req, res) => {
    loading ??= storedFiles(deps)
      .then((files) => Buffer.from(`self.precacheEntries=${JSON.stringify(files)};\n${deps.script}`))
      .catch((error: unknown) => {
        loading = undefined
        throw error
      })
    const script = await loading
    res.set({ 'Cache-Control': 'no-cache', ETag: `"${hashOf([script])}"`, Vary: 'Accept-Encoding' })
    if (req.fresh) return void res.status(304).end()
    const { body, encoding } = await compressBody(script, String(req.headers['accept-encoding'] ?? ''))
    if (encoding) res.set('Content-Encoding', encoding)
    res.type('text/javascript').send(body)
  }
}

async function storedFiles({ assets, pages, render, web }: ServiceWorkerDeps): Promise<StoredFile[]> {
  const baseProps: BaseProps = {
    signedIn: false,
    simulated: web.config.mode === 'simulated',
    brandName: web.config.brandName,
    note: null,
  }
  const sessionlessPages = pages.filter(({ isSessionless }) => isSessionless)
  const files = await Promise.all(
    sessionlessPages.map(async (page) => {
      const result = await page.load({ query: {}, params: {}, caller: guestCaller, baseProps }, web)
      if (result.type !== 'page') throw new Error(`${page.path} cannot be stored: it has no content.`)
      return { url: page.path, revision: revisionOf(await render.make(page, baseProps, result)) }
    }),
  )
  const scripts = sessionlessPages.flatMap(({ island }) => (island ? assets.preloads(island) : []))
  return [...files, ...[...new Set(scripts)].map((url) => ({ url, revision: null }))]
}

/** Hash of everything in a page except its nonce. */
const revisionOf = (template: PageTemplate) =>
  hashOf(template.map((piece) => (Buffer.isBuffer(piece) ? piece : Buffer.from(piece.name))))

const hashOf = (pieces: readonly Buffer[]): string =>
  createHash('sha256').update(Buffer.concat(pieces)).digest('hex').slice(0, 16)
