import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { incomingSmsTexts } from '../../server/incoming-sms/texts.ts'
import {
  browserMessages,
  currentLanguage,
  defectOf,
  englishTexts,
  inLanguage,
  loadLanguage,
  logLanguageDefects,
  setTranslationChanges,
  translatedTextIds,
} from '../../server/languages/index.ts'
import { powerDeliveredMessage, smsLine } from '../../server/messaging/index.ts'
import { powerServerTexts } from '../../server/power/texts.ts'
import { characters } from '../../server/receipts/font/characters.ts'
import { fieldTexts } from '../../shared/field-texts.ts'
import { languages, translatedLanguages } from '../../shared/languages.ts'

type Catalogue = Record<string, { message: string; reviewed: boolean }>
const readCatalogue = (language: string): Catalogue =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../server/languages/catalogues/${language}.json`), 'utf8'),
  )
const delivery = {
  brandName: 'Sanwo',
  reference: 'ABCDEFGHJKLM',
  discoName: 'Port Harcourt Electric',
  meterNumber: '04123456789012',
  meterType: 'prepaid',
  customerName: 'Ada Obi',
  amountKobo: 50_000_000n,
  serviceChargeKobo: 10_000n,
  totalKobo: 50_010_000n,
  tokens: [{ label: 'Token', digits: '12345678901234567890' }],
  units: '12,345.6',
  vatKobo: null,
  arrearsKobo: null,
  deliveredAt: new Date('2026-03-01T12:00:00Z'),
  orderUrl: 'https://sanwo.example/electricity/success?order=x',
  shortUrl: 'https://sanwo.example/o/AbCdEfGhIjKlMnOp',
} as const

afterEach(() => {
  logLanguageDefects({ error: () => undefined })
  for (const language of translatedLanguages) setTranslationChanges(language, {})
})

describe.each(translatedLanguages)('the catalogue %s', (language) => {
  test('translates every text in scope', async () => {
    const translated = readCatalogue(language)
    const missing = (await translatedTextIds()).filter((id) => !Object.hasOwn(translated, id))
    expect(missing, 'texts without a translation').toEqual([])
  })

  test('translates known texts with the placeholders of the English ones', async () => {
    const english = await englishTexts()
    const defects = Object.entries(readCatalogue(language)).map(([id, { message }]) => {
      const source = english.get(id)
      return source ? defectOf(message, source.message) && `${id}: ${message}` : `${id} is unknown`
    })
    expect(defects.filter((defect) => defect !== null)).toEqual([])
  })

  test('has only composed letters (NFC) that the font of the receipts contains', () => {
    const messages = Object.values(readCatalogue(language)).map(({ message }) => message)
    expect(messages.filter((message) => message !== message.normalize('NFC'))).toEqual([])
    const known = new Set(characters)
    const missing = messages.flatMap((message) => [...message].filter((letter) => !known.has(letter)))
    expect([...new Set(missing)]).toEqual([])
  })

  test('fits the token SMS and each reply to an SMS into one segment of the GSM alphabet', async () => {
    await inLanguage(language, () => {
      const brand = 'Sanwo'
      const ussd = '*347*8000#'
      const texts = [
        powerDeliveredMessage(delivery).sms,
        ...[
          incomingSmsTexts.help({ brand, ussd }),
          incomingSmsTexts.stopped({ brand }),
          incomingSmsTexts.started({ brand }),
          incomingSmsTexts.noToken({ brand }),
          incomingSmsTexts.noOrder({ brand }),
        ].map(smsLine),
      ]
      for (const text of texts) {
        expect(text).toMatch(/^[\x20-\x7e\n]+$/)
        expect(text.length, text).toBeLessThanOrEqual(160)
      }
    })
  })
})

test('an SMS has no diacritics and no naira sign; a page has both', async () => {
  await inLanguage('yo', () => {
    expect(smsLine(powerServerTexts.belowMinimum({ amount: '₦500' }))).toBe(
      'Eyi to kere ju fun mita yii ni NGN 500.',
    )
    expect(fieldTexts.amountOutOfBounds()).toContain('₦100')
    expect(powerServerTexts.belowMinimum({ amount: '₦500' })).toContain('Èyí tó kéré')
  })
  expect(smsLine('Ƙara ɗan ƴa ɓera, ụgwọ ṅ ọ̀ẹ́ṣ')).toBe('Kara dan ya bera, ugwo n oes')
})

test('a translation that is malformed or has other placeholders is replaced by the text of the catalogue file, and is logged once', async () => {
  const error = vi.fn<(fields: { id?: string; defect?: { type: string; placeholder?: string } }) => void>()
  logLanguageDefects({ error })
  setTranslationChanges('ha', {
    'field.tooLong': { message: 'Kar a wuce {max', reviewed: false },
    'field.meterInvalid': { message: 'Lambar mita {digits}', reviewed: false },
    'field.meterMissing': { message: 'Lambar mita?', reviewed: true },
  })
  await inLanguage('ha', () => {
    expect(fieldTexts.tooLong({ max: 5 }), 'the text of the file').toBe('Da fatan kar a wuce haruffa 5.')
    expect(fieldTexts.meterInvalid(), 'the text of the file').toContain('11 zuwa 20')
    expect(fieldTexts.meterMissing()).toBe('Lambar mita?')
  })
  expect(
    error.mock.calls.map(([{ id, defect }]) => `${id} ${defect?.type} ${defect?.placeholder}`).sort(),
  ).toEqual(['field.meterInvalid unknown {digits}', 'field.tooLong malformed undefined'])
  setTranslationChanges('ha', {})
  setTranslationChanges('ha', { 'field.tooLong': { message: 'Kar a wuce {max', reviewed: false } })
  await loadLanguage('ha')
  expect(error).toHaveBeenCalledTimes(2)
})

test('concurrent requests each get a response in their language', async () => {
  const titles = await Promise.all(
    languages.map((language) =>
      inLanguage(language, async () => {
        await new Promise((resolve) => setImmediate(resolve))
        return [currentLanguage(), fieldTexts.meterTypeMissing()]
      }),
    ),
  )
  expect(titles.map(([language]) => language)).toEqual([...languages])
  expect(new Set(titles.map(([, text]) => text)).size).toBe(languages.length)
  expect(currentLanguage()).toBe('en')
})

test('browsers get the messages of pages only', async () => {
  const messages = JSON.parse((await browserMessages(await loadLanguage('ig'))).json)
  expect(messages['power.formTitle']).toBe('Zụta ọkụ eletrik')
  expect(messages['orderMessage.smsToken']).toBeUndefined()
})
