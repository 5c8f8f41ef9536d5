import { createHash } from 'node:crypto'
import { parse } from '@formatjs/icu-messageformat-parser'
import { hasSyntax, type Translation } from '../../shared/i18n.ts'
import { englishTexts } from './english.ts'
import type { LoadedLanguage } from './load.ts'

/** The messages of pages as one file. */
export interface BrowserMessages {
  /** Changes with the content. */
  readonly hash: string
  readonly json: string
}

const files = new WeakMap<LoadedLanguage, Promise<BrowserMessages>>()

/** The messages that islands show, parsed, because browsers do not load the parser. */
export function browserMessages(language: LoadedLanguage): Promise<BrowserMessages> {
  const file = files.get(language) ?? buildMessages(language)
  files.set(language, file)
  return file
}

async function buildMessages({ messages }: LoadedLanguage): Promise<BrowserMessages> {
  const texts = await englishTexts()
  const translation: Translation = Object.fromEntries(
    Object.entries(messages)
      .filter(([id]) => texts.get(id)?.isInPages)
      .map(([id, message]) => [
        id,
        typeof message === 'string' && hasSyntax.test(message)
          ? parse(message, { captureLocation: false })
          : message,
      ]),
  )
  const json = JSON.stringify(translation)
  return { json, hash: createHash('sha256').update(json).digest('base64url').slice(0, 12) }
}
