import type { Request, RequestHandler } from 'express'
import { apiPrefix } from '../../shared/constants.ts'
import {
  type Language,
  languageNames,
  languageOf,
  languages,
  type TranslatedLanguage,
} from '../../shared/languages.ts'
import { browserMessages, currentLanguage, inLanguage, loadLanguage } from '../languages/index.ts'
import { cookieOf } from './session.ts'
import { viewTexts } from './view-texts.ts'

export const languageCookie = 'language'
export const messagesPath = '/languages/'

const languageOfBrowser = (req: Request): Language => languageOf(cookieOf(req, languageCookie))

/** Handles a page request in the language that the visitor chose. The API chooses by its own header. */
export const languageMiddleware: RequestHandler = (req, _res, next) =>
  req.path.startsWith(apiPrefix) ? next() : inLanguage(languageOfBrowser(req), next)

/** Passes the visitor's choice to the API, in place of the browser's own setting: texts are English until chosen. */
export function forwardLanguage(req: Request): void {
  req.headers['accept-language'] = languageOfBrowser(req)
}

/** Values of the layout: the language of the page, its messages and the languages to choose. */
export async function languageLocals() {
  const current = currentLanguage()
  const loaded = await Promise.all(languages.map((code) => loadLanguage(code)))
  return {
    languageTag: current === 'en' ? 'en-NG' : current,
    messagesUrl: current === 'en' ? null : await messagesUrl(current),
    languages: loaded.map(({ code, isBeta }) => ({
      code,
      isCurrent: code === current,
      label: isBeta ? viewTexts.betaLanguage({ language: languageNames[code] }) : languageNames[code],
    })),
  }
}

const messagesUrl = async (code: TranslatedLanguage) =>
  `${messagesPath}${code}-${(await browserMessages(await loadLanguage(code))).hash}.json`
