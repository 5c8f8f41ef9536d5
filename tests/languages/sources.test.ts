import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { compareSources, recordSources } from '../../server/languages/index.ts'

const { readFile } = files
const id = 'view.skipLink'
type Lines = Record<string, string>

/** `sources.json` as `change` leaves it. @returns what is written to it afterwards */
function replaceSources(change: (line: string) => string): () => Lines {
  let written = '{}'
  vi.spyOn(files, 'readFile').mockImplementation(async (path, ...options) => {
    const content = await readFile(path, ...options)
    if (!String(path).endsWith('sources.json')) return content
    const lines: Lines = JSON.parse(String(content))
    return JSON.stringify({ ...lines, [id]: change(lines[id] ?? '') })
  })
  vi.spyOn(files, 'writeFile').mockImplementation(async (_, content) => {
    written = String(content)
  })
  syncBuiltinESMExports()
  return () => JSON.parse(written)
}

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const withAnotherEnglish = (line: string) => line.replace(/^\S+/, 'AAAAAA')

test('no English text has changed since its translations were made', async () => {
  const { outdated, unrecorded } = await compareSources()
  expect(outdated, 'correct these translations').toEqual([])
  expect(unrecorded, 'run: npm run translated').toEqual([])
})

test('each language whose translation did not change with the English text is named', async () => {
  replaceSources((line) => withAnotherEnglish(line).replace(/ \S+$/, ' BBBBBB'))
  const { outdated } = await compareSources()
  expect(outdated).toEqual(['pcm', 'ha', 'yo'].map((language) => ({ id, language })))
})

test('the English text is recorded once all translations are corrected or confirmed, and not before', async () => {
  const written = replaceSources(withAnotherEnglish)
  expect((await recordSources([])).map(({ language }) => language)).toEqual(['pcm', 'ha', 'yo', 'ig'])
  expect(written()[id]).toMatch(/^AAAAAA /)
  expect(await recordSources([id])).toEqual([])
  expect(written()[id]).not.toMatch(/^AAAAAA /)
})
