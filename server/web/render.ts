import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import ejs from 'ejs'
import type { Logger } from 'pino'
import type { BaseProps } from '../../islands/pages.ts'
import type { PageLanguage } from '../../shared/languages.ts'
import * as pages from '../../shared/pages.ts'
import type { Config } from '../config.ts'
import { currentLanguage, currentMessages, inLanguage } from '../languages/index.ts'
import type { Assets, Sheet } from './assets.ts'
import { isEnglishPage } from './english-pages.ts'
import { nonceOf, separateFromOpener } from './headers.ts'
import { helpTexts } from './help-texts.ts'
import { indexedPaths } from './indexed-paths.ts'
import { languageLocals, loadedLanguages } from './language.ts'
import { accountNavigation, hasAccountNavigation, navigationLinks } from './navigation.ts'
import type { Page, PageResult, View } from './page.ts'
import { viewTexts } from './view-texts.ts'

/** A rendered page with placeholders for the nonce and tokens of each response. */
export type PageTemplate = readonly (Buffer | Placeholder)[]
type Placeholder = { readonly name: 'nonce' | 'csrf' | 'sessionToken' | 'userName' | 'url' }
type TemplateValues = Record<Placeholder['name'], string>

type RenderedPage = Extract<PageResult, { type: 'page' }>

export interface Renderer {
  /** Placeholder of the CSRF token in props and views. */
  readonly csrf: string
  /** The page, rendered or from the cache. */
  make(page: Page, base: BaseProps, result: RenderedPage, isCompany?: boolean): Promise<PageTemplate>
}

interface RendererDeps {
  root: string
  config: Config
  assets: Assets
  /** True in development: nothing is cached. */
  reloadsTemplates: boolean
  log: Logger
}

/** Renders EJS views with server-rendered islands. */
export function createRenderer({ root, config, assets, reloadsTemplates, log }: RendererDeps): Renderer {
  const renderView = viewFiles(join(root, 'views'), reloadsTemplates)
  // Random, so that user input can never contain a placeholder.
  const marker = `placeholder-${randomBytes(12).toString('hex')}`
  const placeholders = {
    nonce: `${marker}-nonce`,
    csrf: `${marker}-csrf`,
    sessionToken: `${marker}-sessionToken`,
    userName: `${marker}-userName`,
    url: `${marker}-url`,
  }
  const templateCache = new Map<string, { cacheKey: readonly unknown[]; template: PageTemplate }>()

  const islandHtml = async (page: Page, props: object): Promise<string> => {
    if (!page.island) return ''
    try {
      return await assets.render(page.island, props, currentMessages())
    } catch (error) {
      log.error(
        { err: error, island: page.island },
        'island failed to render on the server; the browser renders it',
      )
      return ''
    }
  }

  /** The layout's values for the script of an island; all empty on a page without one. */
  const scriptsOf = (island: Page['island'], props: object) =>
    island === null
      ? { pageData: null, entry: null, before: null, preloads: [] }
      : {
          pageData: scriptSafeJson({ island, props }),
          entry: assets.entry,
          before: assets.before,
          preloads: assets.preloads(island),
        }

  const renderTemplate = async (
    page: Page,
    base: BaseProps,
    result: RenderedPage,
    isCompany: boolean,
  ): Promise<PageTemplate> => {
    const view: View = result.view ?? page.view
    const props = { ...result.props, ...base }
    const contentLanguage = contentLanguageOf(page, view)
    const hasIsland = view === 'island' && page.island !== null
    const locals = {
      ...base,
      pages,
      viewTexts,
      helpTexts,
      escapeHtml: escapeAttribute,
      navigation: navigationLinks(),
      accountPage: base.signedIn && hasAccountNavigation(page.path),
      accountNavigation: accountNavigation(isCompany),
      path: page.path,
      title: result.title ?? page.title(),
      description: page.description(),
      helpUrl: config.helpUrl,
      nonce: placeholders.nonce,
      csrf: placeholders.csrf,
      sessionToken: placeholders.sessionToken,
      userName: placeholders.userName,
      url: placeholders.url,
      ...(await languageLocals(contentLanguage)),
      ...result.locals,
    }
    const renderBody = async () =>
      renderView(view, { ...locals, island: hasIsland ? await islandHtml(page, props) : '' })
    const body = await inLanguage(contentLanguage, renderBody)
    const html = renderView('layout', {
      ...locals,
      body,
      css: await assets.css(sheetOf(page, base)),
      refresh: result.refresh ?? null,
      ...scriptsOf(hasIsland ? page.island : null, props),
      origin: config.appUrl,
      canonical: indexedPaths.includes(page.path) && !result.httpStatus ? config.appUrl + page.path : null,
    })
    return splitTemplate(html, marker)
  }

  return {
    csrf: placeholders.csrf,
    async make(page, base, result, isCompany = false) {
      if (!result.cacheKey || reloadsTemplates) return renderTemplate(page, base, result, isCompany)
      // The page shows which languages are complete.
      const cacheKey = [...result.cacheKey, currentMessages(), ...(await loadedLanguages())]
      const name = [page.path, base.signedIn, isCompany, base.note, currentLanguage()].join('|')
      const cachedTemplate = templateCache.get(name)
      if (
        cachedTemplate?.cacheKey.length === cacheKey.length &&
        cachedTemplate.cacheKey.every((value, index) => value === cacheKey[index])
      )
        return cachedTemplate.template
      const template = await renderTemplate(page, base, result, isCompany)
      templateCache.set(name, { cacheKey, template })
      return template
    },
  }
}

/** Error pages are translated everywhere. */
const contentLanguageOf = ({ path }: Page, view: View): PageLanguage =>
  isEnglishPage(path) && view !== 'message' ? 'en' : currentLanguage()

/** Guest pages use the smallest stylesheet; a signed-in user's header needs parts of the account stylesheet. */
const sheetOf = ({ path }: Page, { signedIn }: BaseProps): Sheet =>
  path.startsWith('/management') ? 'management' : signedIn ? 'account' : 'guest'

/** Compiles each view once. */
function viewFiles(folder: string, reloading: boolean) {
  const compiledTemplates = new Map<string, ejs.TemplateFunction>()
  return (view: View | 'layout', locals: object): string => {
    let template = compiledTemplates.get(view)
    if (!template || reloading) {
      const filename = join(folder, `${view}.ejs`)
      template = ejs.compile(ejs.fileLoader(filename).toString(), { filename, async: false })
      compiledTemplates.set(view, template)
    }
    return template(locals)
  }
}

/** JSON that is safe in a script element. */
const scriptSafeJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function splitTemplate(html: string, marker: string): PageTemplate {
  const pieces = html.split(new RegExp(`${marker}-(nonce|csrf|sessionToken|userName|url)`))
  return pieces.map((piece, index) =>
    index % 2 === 0 ? Buffer.from(piece) : { name: piece as Placeholder['name'] },
  )
}

const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip)
/** Smaller pages are not compressed. */
const minCompressBytes = 1_024

interface PageResponse {
  httpStatus: number
  template: PageTemplate
  fillings: Omit<TemplateValues, 'nonce'>
  personal: boolean
  signedIn: boolean
}

/** Sends a page: fills in the tokens, compresses it and sets its cache headers. */
export async function sendPage(
  req: IncomingMessage,
  res: ServerResponse,
  response: PageResponse,
): Promise<void> {
  const templateValues = { ...response.fillings, nonce: nonceOf(res) }
  const html = Buffer.concat(
    response.template.map((piece) =>
      Buffer.isBuffer(piece) ? piece : Buffer.from(escapeAttribute(templateValues[piece.name])),
    ),
  )
  res.statusCode = response.httpStatus
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Vary', 'Accept-Encoding, Cookie')
  res.setHeader('Cache-Control', response.personal ? 'private, no-store' : 'private, no-cache')
  if (response.personal) res.setHeader('X-Robots-Tag', 'noindex')
  if (response.signedIn) separateFromOpener(res)
  const { body, encoding } = await compressBody(html, String(req.headers['accept-encoding'] ?? ''))
  if (encoding) res.setHeader('Content-Encoding', encoding)
  res.setHeader('Content-Length', body.length)
  res.end(req.method === 'HEAD' ? undefined : body)
}

const escapeAttribute = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The body in the best encoding that the browser accepts. */
export async function compressBody(
  html: Buffer,
  acceptEncoding: string,
): Promise<{ body: Buffer; encoding: string | null }> {
  if (html.length < minCompressBytes) return { body: html, encoding: null }
  if (/\bbr\b(?!\s*;\s*q=0(\.0+)?\b)/.test(acceptEncoding)) {
    const params = {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 5,
      [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
    }
    return { body: await brotli(html, { params }), encoding: 'br' }
  }
  if (/\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/.test(acceptEncoding))
    return { body: await gzip(html, { level: 6 }), encoding: 'gzip' }
  return { body: html, encoding: null }
}
