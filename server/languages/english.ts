import { globSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { TextSource } from '../../shared/i18n.ts'

/** An English message, and whether the browser shows it too. */
interface EnglishText {
  readonly message: string
  readonly isInPages: boolean
}
export type EnglishTexts = ReadonlyMap<string, EnglishText>

const root = join(import.meta.dirname, '../..')

async function readTexts(): Promise<EnglishTexts> {
  const paths = globSync('{islands,shared,server}/**/{*-,}texts.ts', { cwd: root }).sort()
  const modules = await Promise.all(
    paths.map(async (path) => {
      const groups: Record<string, Record<string, TextSource>> = await import(join(root, path))
      return Object.values(groups)
        .flatMap((group) => Object.values(group))
        .map(({ id, message }): [string, EnglishText] => [
          id,
          { message, isInPages: !path.startsWith(`server${sep}`) },
        ])
    }),
  )
  return new Map(modules.flat())
}

let loading: Promise<EnglishTexts> | undefined

/** All texts by id, read from the modules of texts once. */
export function englishTexts(): Promise<EnglishTexts> {
  loading ??= readTexts()
  return loading
}
