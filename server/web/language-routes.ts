import type { RequestHandler } from 'express'
import { isLanguage } from '../../shared/languages.ts'
import { homePath } from '../../shared/pages.ts'
import { updateUserLanguage } from '../../shared/security.ts'
import type { Config } from '../config.ts'
import { browserMessages, loadLanguage, requestedLanguage } from '../languages/index.ts'
import type { CreateApiClient } from './api-client.ts'
import type { Csrf } from './csrf.ts'
import { storeLanguage } from './language.ts'
import { isCrossSite } from './origin.ts'
import { compressBody } from './render.ts'
import type { Sessions } from './session.ts'

/** The messages of a language, for browsers. An address of earlier messages gets the present ones, uncached. */
export const languageRoute =
  (config: Pick<Config, 'mode'>): RequestHandler =>
  async (req, res, next) => {
    const [, code, hash] = /^(\w+)-([\w-]+)\.json$/.exec(String(req.params.file)) ?? []
    const language = requestedLanguage(code, config)
    if (language === 'en') return next()
    const messages = await browserMessages(await loadLanguage(language))
    res.set({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': hash === messages.hash ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept-Encoding',
    })
    const acceptEncoding = String(req.headers['accept-encoding'] ?? '')
    const { body, encoding } = await compressBody(Buffer.from(messages.json), acceptEncoding)
    if (encoding) res.set('Content-Encoding', encoding)
    res.end(body)
  }

interface LanguageFormDeps {
  readonly appUrl: string
  readonly secure: boolean
  readonly sessions: Sessions
  readonly csrf: Csrf
  readonly createApiClient: CreateApiClient
}

/** The form below each page: keeps the chosen language in the browser and with the user, and shows the same page again. */
export function languageForm({
  appUrl,
  secure,
  sessions,
  csrf,
  createApiClient,
}: LanguageFormDeps): RequestHandler {
  return async (req, res) => {
    const { language, to, _csrf } = req.body ?? {}
    const session = sessions.read(req)
    const isValid = !isCrossSite(req, appUrl) && session !== null && csrf.isValid(session.id, _csrf)
    if (isValid && isLanguage(language)) {
      storeLanguage(res, language, { secure })
      const { id, token } = session
      const caller = { ip: req.ip ?? '', session: id, device: '', token }
      if (token) await createApiClient(caller).request(updateUserLanguage, { body: { language } })
    }
    res.set('Cache-Control', 'no-store').redirect(303, ownPath(to))
  }
}

/** A path of this product, never one of another site. */
const ownPath = (to: unknown): string => (typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : homePath)
