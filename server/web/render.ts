import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import ejs from 'ejs'
import type { Logger } from 'pino'
import type { EveryPage } from '../../islands/pages.ts'
import * as pages from '../../shared/pages.ts'
import type { Config } from '../config.ts'
import type { Assets, Sheet } from './assets.ts'
import { nonceOf } from './headers.ts'
import { accountNavigation, navigation } from './navigation.ts'
import type { Page, Shown, View } from './page.ts'

/** A page with holes where each answer puts its own nonce and tokens. */
type Template = readonly (Buffer | Hole)[]
type Hole = { readonly hole: 'nonce' | 'csrf' | 'token' | 'person' }
export type Fillings = Record<Hole['hole'], string>

type Showing = Extract<Shown, { is: 'page' }>

export interface Renderer {
  /** Stands for the CSRF token in props and views. */
  readonly csrf: string
  /** The page, made anew or remembered from the last visitor who saw the same. */
  make(page: Page, every: EveryPage, shown: Showing): Promise<Template>
}

interface Parts {
  root: string
  config: Config
  assets: Assets
  /** True while views and islands are being edited: nothing is remembered. */
  reloading: boolean
  log: Logger
}

/** EJS views around islands rendered on the server. */
export function renderer({ root, config, assets, reloading, log }: Parts): Renderer {
  const files = viewFiles(join(root, 'views'), reloading)
  // Random, so that nothing a person types can stand where a token will be put in.
  const mark = `hole-${randomBytes(12).toString('hex')}`
  const holes = {
    nonce: `${mark}-nonce`,
    csrf: `${mark}-csrf`,
    token: `${mark}-token`,
    person: `${mark}-person`,
  }
  const remembered = new Map<string, { madeOf: readonly unknown[]; template: Template }>()

  const islandHtml = async (page: Page, props: object): Promise<string> => {
    if (!page.island) return ''
    try {
      return await assets.render(page.island, props)
    } catch (error) {
      log.error({ err: error, island: page.island }, 'an island did not render; the browser will')
      return ''
    }
  }

  const makeAnew = async (page: Page, every: EveryPage, shown: Showing): Promise<Template> => {
    const view: View = shown.view ?? page.view
    const props = { ...shown.props, ...every }
    const hasIsland = view === 'island' && page.island !== null
    const common = {
      ...every,
      pages,
      navigation,
      accountNavigation: accountNavigation(false),
      path: page.path,
      title: shown.title ?? page.title,
      description: page.description,
      helpUrl: config.helpUrl,
      nonce: holes.nonce,
      csrf: holes.csrf,
      token: holes.token,
      person: holes.person,
      ...shown.locals,
    }
    const body = files(view, { ...common, island: hasIsland ? await islandHtml(page, props) : '' })
    const html = files('layout', {
      ...common,
      body,
      css: await assets.css(sheetOf(page, every)),
      refresh: shown.refresh ?? null,
      pageData: hasIsland ? inert({ island: page.island, props }) : null,
      entry: hasIsland ? assets.entry : null,
      before: hasIsland ? assets.before : null,
      preloads: hasIsland && page.island ? assets.preloads(page.island) : [],
    })
    return cut(html, mark)
  }

  return {
    csrf: holes.csrf,
    async make(page, every, shown) {
      if (!shown.madeOf || reloading) return makeAnew(page, every, shown)
      const { madeOf } = shown
      const name = [page.path, every.signedIn, every.note].join('|')
      const last = remembered.get(name)
      if (last?.madeOf.length === madeOf.length && last.madeOf.every((it, at) => it === madeOf[at]))
        return last.template
      const template = await makeAnew(page, every, shown)
      remembered.set(name, { madeOf, template })
      return template
    },
  }
}

/** A guest's pages are the lightest; the head of everybody signed in has parts of an account. */
const sheetOf = ({ path }: Page, { signedIn }: EveryPage): Sheet =>
  path.startsWith('/management') ? 'management' : signedIn ? 'account' : 'guest'

/** Compiles each view once. */
function viewFiles(folder: string, reloading: boolean) {
  const compiled = new Map<string, ejs.TemplateFunction>()
  return (view: View | 'layout', locals: object): string => {
    let template = compiled.get(view)
    if (!template || reloading) {
      const filename = join(folder, `${view}.ejs`)
      template = ejs.compile(ejs.fileLoader(filename).toString(), { filename, async: false })
      compiled.set(view, template)
    }
    return template(locals)
  }
}

/** JSON that is safe inside a script element. */
const inert = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function cut(html: string, mark: string): Template {
  const parts = html.split(new RegExp(`${mark}-(nonce|csrf|token|person)`))
  return parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : { hole: part as Hole['hole'] }))
}

const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip)
/** Text of this size is not worth the packing. */
const smallBytes = 1_024

interface Answer {
  http: number
  template: Template
  fillings: Omit<Fillings, 'nonce'>
  personal: boolean
}

/** Sends a page: tokens put in, packed as the browser likes, stored nowhere it should not be. */
export async function sendPage(req: IncomingMessage, res: ServerResponse, answer: Answer): Promise<void> {
  const fillings = { ...answer.fillings, nonce: nonceOf(res) }
  const html = Buffer.concat(
    answer.template.map((part) =>
      Buffer.isBuffer(part) ? part : Buffer.from(escapeAttribute(fillings[part.hole])),
    ),
  )
  res.statusCode = answer.http
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Vary', 'Accept-Encoding, Cookie')
  res.setHeader('Cache-Control', answer.personal ? 'private, no-store' : 'private, no-cache')
  if (answer.personal) res.setHeader('X-Robots-Tag', 'noindex')
  const { body, encoding } = await packed(html, String(req.headers['accept-encoding'] ?? ''))
  if (encoding) res.setHeader('Content-Encoding', encoding)
  res.setHeader('Content-Length', body.length)
  res.end(req.method === 'HEAD' ? undefined : body)
}

const escapeAttribute = (text: string) => text.replace(/[&<>"']/g, (it) => `&#${it.charCodeAt(0)};`)

async function packed(html: Buffer, accepts: string): Promise<{ body: Buffer; encoding: string | null }> {
  if (html.length < smallBytes) return { body: html, encoding: null }
  if (/\bbr\b(?!\s*;\s*q=0(\.0+)?\b)/.test(accepts)) {
    const params = {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 5,
      [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
    }
    return { body: await brotli(html, { params }), encoding: 'br' }
  }
  if (/\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/.test(accepts))
    return { body: await gzip(html, { level: 6 }), encoding: 'gzip' }
  return { body: html, encoding: null }
}
