import type { Request, RequestHandler, Response } from 'express'
import { apiPrefix } from '../../shared/constants.ts'
import {
  type Language,
  languageNames,
  languages,
  type PageLanguage,
  pseudoLanguage,
} from '../../shared/languages.ts'
import type { Config } from '../config.ts'
import {
  browserMessages,
  currentLanguage,
  inLanguage,
  loadLanguage,
  requestedLanguage,
} from '../languages/index.ts'
import { cookieOf, setCookie } from './session.ts'
import { viewTexts } from './view-texts.ts'

const languageCookie = 'language'
const cookieSeconds = 365 * 24 * 3600
export const messagesPath = '/languages/'

const languageOfBrowser = (req: Request, config: Pick<Config, 'mode'>): PageLanguage =>
  requestedLanguage(cookieOf(req, languageCookie), config)

export const hasChosenLanguage = (req: Request): boolean => cookieOf(req, languageCookie) !== null

/** Stores a language in a cookie. */
export const storeLanguage = (
  res: Response,
  language: Language,
  { secure }: { readonly secure: boolean },
): void => setCookie(res, { name: languageCookie, value: language, seconds: cookieSeconds, secure })

/** Handles a page request in the language that the visitor chose. The API chooses by its own header. */
export const languageMiddleware =
  (config: Pick<Config, 'mode'>): RequestHandler =>
  (req, _res, next) =>
    req.path.startsWith(apiPrefix) ? next() : inLanguage(languageOfBrowser(req, config), next)

/** Sends the API the language that the visitor chose, or English, in place of the language of the browser. */
export function forwardLanguage(req: Request, config: Pick<Config, 'mode'>): void {
  req.headers['accept-language'] = languageOfBrowser(req, config)
}

/** All languages with their current messages. A language whose messages changed is another object. */
export const loadedLanguages = () => Promise.all(languages.map(loadLanguage))

/**
 * Values of the layout: the language of the page, the messages of its island and the languages to choose.
 * @param content the language of the page's content
 */
export async function languageLocals(content: PageLanguage) {
  const current = currentLanguage()
  const availableLanguages = await loadedLanguages()
  return {
    languageTag: tagOf(current),
    contentTag: content === current ? null : tagOf(content),
    messagesUrl: content === 'en' ? null : await messagesUrl(content),
    languages: languages.map((code, index) => ({
      code,
      isCurrent: code === current,
      label: labelOf(code, availableLanguages[index]?.isBeta ?? true),
    })),
  }
}

const labelOf = (code: Language, isBeta: boolean): string =>
  isBeta ? viewTexts.betaLanguage({ language: languageNames[code] }) : languageNames[code]

/** BCP 47 tag of a page. `en-XA`: English with accents, for tests. */
function tagOf(code: PageLanguage): string {
  if (code === pseudoLanguage) return 'en-XA'
  return code === 'en' ? 'en-NG' : code
}

const messagesUrl = async (code: Exclude<PageLanguage, 'en'>) =>
  `${messagesPath}${code}-${(await browserMessages(await loadLanguage(code))).hash}.json`
