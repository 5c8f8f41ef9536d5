import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { orderCardTexts } from '../../islands/purchase/order-card-texts.ts'
import { incomingSmsTexts } from '../../server/incoming-sms/texts.ts'
import {
  browserMessages,
  englishTexts,
  inLanguage,
  loadLanguage,
  logLanguageDefects,
  placeholderNames,
  setTranslationChanges,
  translatedTextIds,
} from '../../server/languages/index.ts'
import { translationChangesSince, watchTranslations } from '../../server/translations/index.ts'
import { translationRenames } from '../../server/translations/renames.ts'
import { fieldTexts } from '../../shared/field-texts.ts'
import { translatedLanguages } from '../../shared/languages.ts'
import type {
  TranslatedText,
  TranslationCounts,
  TranslationDetails,
} from '../../shared/management/translations.ts'
import { silentLog } from '../http/setup.ts'
import { countAuditEvents, createTestManager } from '../management/setup.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import type { TestUser } from '../support/user.ts'

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app, ['admin'])
})
afterAll(() => app.close())
afterEach(() => {
  logLanguageDefects({ error: () => undefined })
  for (const language of translatedLanguages) setTranslationChanges(language, {})
})

const path = '/management/translations'
const list = async (query: string) =>
  (await musa.get<{ list: TranslatedText[]; next: string | null }>(`${path}?${query}`)).data
const details = async (language: string, id: string) =>
  (await musa.get<TranslationDetails>(`${path}/${language}/${id}`)).data
const save = (language: string, id: string, translation: string, version: string, reviewed = false) =>
  musa.post<TranslationDetails>(
    `${path}/${language}/${id}`,
    { translation, reviewed },
    { 'if-match': `"${version}"` },
  )

test('the list has the texts that wait for review first, page by page, and finds a part of a text', async () => {
  const first = await list('language=ha')
  expect(first.list).toHaveLength(50)
  expect(first.list.every(({ state }) => state === 'waiting')).toBe(true)
  const second = await list(`language=ha&cursor=${encodeURIComponent(first.next ?? '')}`)
  expect(second.list[0]?.id).not.toBe(first.list.at(-1)?.id)
  expect((await list('language=ha&search=field.meterInvalid')).list).toMatchObject([
    { id: 'field.meterInvalid', english: 'A meter number has 11 to 20 digits.', state: 'waiting' },
  ])
  expect((await list('language=ha&search=zzzz')).list).toEqual([])
  expect((await list('language=ha&state=edited')).list).toEqual([])
})

test('a saved translation is used on the server, in the browser and in SMS immediately, with its history and audit event', async () => {
  const before = await details('ha', 'field.meterInvalid')
  expect(before).toMatchObject({ version: '0', state: 'waiting', reviewer: null, history: [] })
  const saved = await save('ha', 'field.meterInvalid', 'Lambar mita: lambobi 11 zuwa 20.', '0')
  expect(saved).toMatchObject({ httpStatus: 200, data: { state: 'waiting', edited: true } })
  await inLanguage('ha', () => expect(fieldTexts.meterInvalid()).toBe('Lambar mita: lambobi 11 zuwa 20.'))
  const messages = JSON.parse((await browserMessages(await loadLanguage('ha'))).json)
  expect(messages['field.meterInvalid']).toBe('Lambar mita: lambobi 11 zuwa 20.')

  await save('ha', 'incomingSms.noToken', '{brand}: babu token.', '0')
  await inLanguage('ha', () =>
    expect(incomingSmsTexts.noToken({ brand: 'Sanwo' })).toBe('Sanwo: babu token.'),
  )

  const { version } = saved.data
  const reviewed = await save('ha', 'field.meterInvalid', 'Lambar mita: lambobi 11 zuwa 20.', version, true)
  expect(reviewed).toMatchObject({
    message: 'The translation is reviewed.',
    data: { state: 'reviewed', reviewer: 'Musa Danjuma' },
  })
  expect(reviewed.data.history).toMatchObject([
    { author: 'Musa Danjuma', reviewed: true, new: 'Lambar mita: lambobi 11 zuwa 20.' },
    { author: 'Musa Danjuma', reviewed: false, old: before.translation },
  ])
  expect(await countAuditEvents(app, 'translation.edit', 'ha field.meterInvalid')).toBe(1)
  expect(await countAuditEvents(app, 'translation.review', 'ha field.meterInvalid')).toBe(1)
  expect((await list('language=ha&state=edited')).list.map(({ id }) => id).sort()).toEqual([
    'field.meterInvalid',
    'incomingSms.noToken',
  ])
  const counts = (await musa.get<TranslationCounts[]>(`${path}/counts`)).data
  expect(counts.find(({ language }) => language === 'ha')).toMatchObject({ reviewed: 1, edited: 2 })
  await expect(app.db.q.deleteFrom('translation_changes').execute()).rejects.toThrow('append-only')
})

test('a translation that cannot be used is rejected with a message that names the defect', async () => {
  const saveError = async (id: string, translation: string) => {
    const { httpStatus, errors } = await save('ig', id, translation, '0')
    return `${httpStatus} ${errors?.translation?.[0]}`
  }
  expect(await saveError('field.tooLong', 'Ogologo')).toBe(
    '422 The translation must contain {max}, as the English text does.',
  )
  expect(await saveError('field.tooLong', '{max} {digits}')).toBe(
    '422 The English text has no {digits}. Use only the placeholders that are listed.',
  )
  expect(await saveError('field.tooLong', '{max, select, other {x}}')).toBe(
    '422 Write {max} in the same form as in the English text.',
  )
  expect(await saveError('field.tooLong', '{max')).toMatch('422 A brace or a tag is not closed')
  expect(await saveError('field.tooLong', "{max} '<'img src=x>")).toMatch('422 A brace or a tag')
  expect(await saveError('education.pins', '{count, plural, one {PIN}}')).toBe(
    '422 Each plural needs the form: other.',
  )
  expect(await saveError('field.tooLong', '  ')).toBe('422 Please write the translation.')
  expect(await details('ig', 'field.tooLong')).toMatchObject({ version: '0', edited: false })
})

test('of two concurrent edits of the same version, one is rejected, and that change is not stored', async () => {
  const results = await Promise.all([
    save('yo', 'field.dayMissing', 'x', '0'),
    ...['Yan ọjọ́ kan.', 'Jọ̀ọ́ yan ọjọ́.'].map((text) => save('yo', 'field.meterMissing', text, '0')),
  ])
  expect(results.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 404, 409])
  expect(results.find(({ httpStatus }) => httpStatus === 409)?.message).toBe(
    'Someone else changed this translation. Nothing was saved. Reload it and try again.',
  )
  const text = await details('yo', 'field.meterMissing')
  expect(text.history).toHaveLength(1)
  const unchanged = await save('yo', 'field.meterMissing', text.translation ?? '', text.version)
  expect(unchanged).toMatchObject({ httpStatus: 422, message: 'No changes detected.' })
  const withoutVersion = await musa.post(`${path}/yo/field.meterMissing`, {
    translation: 'x',
    reviewed: false,
  })
  expect(withoutVersion.httpStatus).toBe(409)
})

test('a stored translation that cannot be used shows the catalogue file, then English, and is logged once', async () => {
  const fromFile = await inLanguage('pcm', () => fieldTexts.tooLong({ max: 5 }))
  const error = vi.fn<(fields: { id?: string; defect?: object }) => void>()
  logLanguageDefects({ error })
  for (const [text_id, english] of [
    ['field.tooLong', 'Please use at most {max} characters.'],
    ['status.delivered', 'Delivered'],
  ] as const) {
    const { id } = await app.db.q
      .insertInto('translation_changes')
      .values({
        ...{
          language: 'pcm',
          text_id,
          old_message: null,
          old_reviewed: false,
          message: 'No {wrong',
          english,
        },
        ...{ reviewed: true, changed_by: musa.id },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db.q.insertInto('translations').values({ language: 'pcm', text_id, change_id: id }).execute()
  }
  const watch = watchTranslations((version) => translationChangesSince(app.db, version), silentLog)
  await watch.reload()
  await inLanguage('pcm', () => expect(fieldTexts.tooLong({ max: 5 })).toBe(fromFile))
  expect(await details('pcm', 'field.tooLong')).toMatchObject({ state: 'waiting' })
  setTranslationChanges('pcm', {})
  await watchTranslations((version) => translationChangesSince(app.db, version), silentLog).reload()
  await loadLanguage('pcm')
  expect(error.mock.calls.map(([{ id }]) => id).sort()).toEqual(['field.tooLong', 'status.delivered'])
})

/** A translation as an earlier release stored it. */
async function storeEarlier(textId: string, english: string, message: string): Promise<void> {
  const { id } = await app.db.q
    .insertInto('translation_changes')
    .values({
      ...{ language: 'pcm', text_id: textId, old_message: null, old_reviewed: false, message, english },
      ...{ reviewed: true, changed_by: musa.id },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.q
    .insertInto('translations')
    .values({ language: 'pcm', text_id: textId, change_id: id })
    .execute()
}
const reloadTranslations = () =>
  watchTranslations((version) => translationChangesSince(app.db, version), silentLog).reload()

test('a translation that was stored before its text or placeholder was renamed is still shown and reviewed', async () => {
  await storeEarlier('order-card.unnamedCompany', 'the company', 'dat company')
  await storeEarlier('power-process.gettingToken', 'Getting your token from {company}…', '{ company }: token')
  await reloadTranslations()
  const { messages } = await loadLanguage('pcm')
  expect(messages).toMatchObject({
    'order-card.unnamedBiller': 'dat company',
    'power-process.gettingToken': '{biller}: token',
  })
  expect(messages).not.toHaveProperty('order-card.unnamedCompany')
  const renamed = await details('pcm', 'order-card.unnamedBiller')
  expect(renamed).toMatchObject({ translation: 'dat company', state: 'reviewed', edited: true })
  expect(renamed.history).toMatchObject([{ new: 'dat company' }])
  expect(await details('pcm', 'power-process.gettingToken')).toMatchObject({
    ...{ translation: '{biller}: token', state: 'reviewed', english_changed: false },
  })
  const saved = await save('pcm', 'order-card.unnamedBiller', 'the company dem', renamed.version)
  expect(saved.httpStatus).toBe(200)
  expect(saved.data.history.map((change) => change.new)).toEqual(['the company dem', 'dat company'])
  await inLanguage('pcm', () => expect(orderCardTexts.unnamedBiller()).toBe('the company dem'))
})

test('a stored translation of a removed text, or with other placeholders, is listed as outdated and not shown', async () => {
  await storeEarlier('order-card.removedEarlier', 'Sent to {place}', 'Don go {place}')
  await storeEarlier('field.meterMissing', 'Enter {digits} digits.', 'Put {digits} digits.')
  const before = await details('pcm', 'field.meterMissing')
  await reloadTranslations()
  const { messages } = await loadLanguage('pcm')
  expect(messages).not.toHaveProperty('order-card.removedEarlier')
  expect(messages['field.meterMissing']).toBe(before.translation)
  const outdated = (await list('language=pcm&state=outdated')).list
  expect(outdated).toMatchObject([
    {
      id: 'field.meterMissing',
      state: 'waiting',
      translation: before.translation,
      outdated: 'Put {digits} digits.',
    },
    { id: 'field.tooLong' },
    { id: 'status.delivered' },
    {
      ...{ id: 'order-card.removedEarlier', state: 'removed', translation: null },
      ...{ english: 'Sent to {place}', outdated: 'Don go {place}' },
    },
  ])
  expect((await list('language=pcm&search=removedEarlier')).list).toEqual([])
  const counts = (await musa.get<TranslationCounts[]>(`${path}/counts`)).data
  expect(counts.find(({ language }) => language === 'pcm')?.outdated).toBe(outdated.length)
})

test('each declared rename leads to a current text, and its earlier name is no longer used', async () => {
  const english = await englishTexts()
  for (const [former, current] of translationRenames.renamedIds) {
    expect(english.has(former), former).toBe(false)
    expect(english.has(current), current).toBe(true)
  }
  for (const { from, to, textIds } of translationRenames.renamedPlaceholders)
    for (const id of textIds) {
      const names = placeholderNames(english.get(id)?.message ?? '')
      expect(names, id).toContain(`{${to}}`)
      expect(names, id).not.toContain(`{${from}}`)
    }
})

test('another process shows a change without a restart', async () => {
  const watch = watchTranslations((version) => translationChangesSince(app.db, version), silentLog)
  await watch.start()
  try {
    // As another process would: in one transaction, without the reload of this process.
    await app.db.inTransaction(async (tx) => {
      const { id } = await tx
        .insertInto('translation_changes')
        .values({
          ...{ language: 'ig', text_id: 'field.meterInvalid', old_message: null, old_reviewed: false },
          ...{ message: 'Nọmba mita', english: 'A meter number has 11 to 20 digits.', reviewed: false },
          changed_by: musa.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('translations')
        .values({ language: 'ig', text_id: 'field.meterInvalid', change_id: id })
        .execute()
    })
    await expect
      .poll(() => inLanguage('ig', () => fieldTexts.meterInvalid()), { timeout: 10_000 })
      .toBe('Nọmba mita')
  } finally {
    await watch.stop()
  }
})

test('a web server without a database reads the changes from the API, and none that it has', async () => {
  const { data } = await musa.get<{ version: string; changes: { ha: object } }>('/translations/changes')
  expect(data.changes.ha).toMatchObject({ 'incomingSms.noToken': { message: '{brand}: babu token.' } })
  const again = await musa.get(`/translations/changes?version=${data.version}`)
  expect(again.data).toEqual({ version: data.version, changes: null })
})

test('a review does not hold for another English text', async () => {
  const { id } = await app.db.q
    .insertInto('translation_changes')
    .values({
      ...{ language: 'yo', text_id: 'field.meterInvalid', old_message: null, old_reviewed: false },
      ...{ message: 'Nọ́mbà mítà', english: 'An earlier text.', reviewed: true, changed_by: musa.id },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.q
    .insertInto('translations')
    .values({ language: 'yo', text_id: 'field.meterInvalid', change_id: id })
    .execute()
  expect(await details('yo', 'field.meterInvalid')).toMatchObject({
    ...{ state: 'waiting', reviewer: null, english_changed: true },
  })
  const [first] = (await list('language=yo')).list
  expect(first, 'listed before the other texts that wait').toMatchObject({ id: 'field.meterInvalid' })
})

test('a language is no longer marked as beta once all its texts are reviewed', async () => {
  expect((await loadLanguage('ha')).isBeta).toBe(true)
  const ids = await translatedTextIds()
  const english = await englishTexts()
  const reviewed = Object.fromEntries(
    ids.map((id) => [id, { message: english.get(id)?.message ?? '', reviewed: true }]),
  )
  setTranslationChanges('ha', reviewed)
  expect((await loadLanguage('ha')).isBeta).toBe(false)
  setTranslationChanges('ha', { ...reviewed, 'field.tooLong': { message: '{max}', reviewed: false } })
  expect((await loadLanguage('ha')).isBeta).toBe(true)
})
