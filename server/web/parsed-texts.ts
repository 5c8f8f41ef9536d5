import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { hasSyntax, type TextSource } from '../../shared/i18n.ts'

/** Modules of interface texts. */
const textModule = /\/(islands|shared)\/.*?(\/|-)texts\.ts$/

/**
 * Parses the interface texts while the islands are built, so that browsers load neither the parser nor its time. Each
 * module of texts is replaced by one with the same exports and parsed messages.
 */
export const parsedTexts = (): Plugin => ({
  name: 'sanwo:parsed-texts',
  enforce: 'pre',
  async load(id) {
    if (!textModule.test(id)) return null
    const texts: Record<string, Record<string, TextSource>> = await import(
      `${pathToFileURL(id).href}?changed=${statSync(id).mtimeMs}`
    )
    const exports = Object.entries(texts).map(([name, group]) => {
      const messages = Object.entries(group).map(([key, { message }]) => [key, parseMessage(message)])
      const feature = Object.values(group)[0]?.id.split('.')[0]
      return `export const ${name} = defineTexts(${JSON.stringify(feature)}, ${JSON.stringify(Object.fromEntries(messages))})`
    })
    return `import { defineTexts } from '/shared/i18n.ts'\n${exports.join('\n')}\n`
  },
})

/** A message without placeholders needs no parsing. */
const parseMessage = (message: string) =>
  hasSyntax.test(message) ? parse(message, { captureLocation: false }) : message
