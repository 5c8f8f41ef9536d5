import { randomUUID } from 'node:crypto'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  browserMessages,
  loadLanguage,
  logLanguageDefects,
  setTranslationChanges,
} from '../../server/languages/index.ts'
import { helpTexts } from '../../server/web/help-texts.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createPhone, newPhone, postCallback } from '../ussd/support.ts'
import { browser, startTestWeb, type TestWebServer } from '../web/support.ts'

type Catalogue = Record<string, unknown>
const { readFile } = files

/** Reads the file of the language again at its next use. */
function reload(): void {
  setTranslationChanges('ha', { 'field.dayInvalid': { message: 'x', reviewed: false } })
  setTranslationChanges('ha', {})
}

/** Replaces the catalogue file of Hausa with the result of `change`. */
function replaceCatalogue(change: (catalogue: Catalogue) => string): void {
  vi.spyOn(files, 'readFile').mockImplementation(async (path, ...options) => {
    const content = await readFile(path, ...options)
    return String(path).endsWith('catalogues/ha.json') ? change(JSON.parse(String(content))) : content
  })
  syncBuiltinESMExports()
  reload()
}

function restoreCatalogue(): void {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  reload()
}

const entry = (message: string) => ({ message, reviewed: true })

/** Texts that the file omits, and texts with a defect: not closed, another placeholder, no entry, no message. */
const missing = ['help.title', 'power.formTitle', 'incomingSms.noOrder', 'ussd.buyPower']
const malformed: Catalogue = {
  'help.notDeliveredTitle': entry('Na biya {'),
  'help.notDeliveredFind': entry('Sake buɗe <power>mahaɗin'),
  'common.amount': { text: 'Adadi' },
  'common.meterNumber': 'Lambar mita',
  'incomingSms.help': entry('{brand}: {phone}'),
  'ussd.mainTitle': entry('{brand: biya'),
  'ussd.buyAirtime': entry('2. {network}'),
}

let app: TestApp
let web: TestWebServer
beforeAll(async () => {
  ;[app, web] = await Promise.all([startTestApp({ shared: true, polling: true }), startTestWeb()])
})
afterAll(async () => {
  await web[Symbol.asyncDispose]()
  await app.close()
})
afterEach(() => {
  restoreCatalogue()
  logLanguageDefects({ error: () => undefined })
})

const pageIn = async (path: string) =>
  (await browser(web.url).page(path, { headers: { cookie: 'language=ha' } })).html.replaceAll('&#39;', "'")

describe('a text that the catalogue omits, or whose message is malformed, is English', () => {
  const replaceTexts = () => {
    const error = vi.fn<(fields: { id?: string }) => void>()
    logLanguageDefects({ error })
    replaceCatalogue((catalogue) => {
      for (const id of missing) delete catalogue[id]
      return JSON.stringify({ ...catalogue, ...malformed })
    })
    return () => error.mock.calls.map(([{ id }]) => id).sort()
  }

  test('on a page, and each defect is logged', async () => {
    const defects = replaceTexts()
    const html = await pageIn('/help')
    expect(html).toContain('<html lang="ha"')
    expect(html).toContain(`<h1>${helpTexts.title()}</h1>`)
    expect(html).toContain(helpTexts.notDeliveredTitle())
    expect(html).toContain('Open your order link again, or ')
    expect(html, 'the other texts are translated').toContain('Kada ku sake biya.')
    expect(defects()).toEqual(Object.keys(malformed).sort())
  })

  test('in an island, and in the messages that the browser loads', async () => {
    replaceTexts()
    const html = await pageIn('/electricity/subscription')
    expect(html).toContain('Buy electricity')
    expect(html).toContain('Meter number')
    expect(html, 'the other texts are translated').toContain('Lambar waya')
    const messages = JSON.parse((await browserMessages(await loadLanguage('ha'))).json)
    const ids = ['common.phoneNumber', 'power.formTitle', 'common.amount', 'common.meterNumber']
    expect(ids.filter((id) => id in messages)).toEqual(['common.phoneNumber'])
  })

  test('in an SMS and in the USSD menu', async () => {
    replaceTexts()
    const phone = createPhone(app, newPhone())
    await phone.dial()
    await phone.sendAll('7', '3')
    const menu = (await phone.dial()).split('\n')
    expect(menu.slice(0, 4)).toEqual(['CON Sanwo: pay bills', '1. Electricity', '2. Airtime', '3. Data'])
    expect(menu, 'the other texts are translated').toContain('7. Harshe')

    for (const [text, answer] of [
      ['HELP', 'Sanwo: TOKEN meter or STATUS reference gives an answer.'],
      ['STATUS ABCDEFGHJKLM', 'Sanwo: this phone has no order with that reference.'],
      ['STOP', 'Sanwo: ba za ku kara samun talla ta SMS ba.'],
    ] as const) {
      await postCallback(app, 'sms', { id: randomUUID(), from: phone.phone, to: '34780', text })
      await eventually(async () => (await phone.sms()).some((sms) => sms.startsWith(answer)))
    }
  })
})

test('a catalogue that is not JSON leaves every text English, and is logged', async () => {
  const error = vi.fn()
  logLanguageDefects({ error })
  replaceCatalogue(() => '{')
  const html = await pageIn('/help')
  expect(html).toContain(`<h1>${helpTexts.title()}</h1>`)
  expect(html).toContain('Do not pay again.')
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ language: 'ha' }),
    'catalogue cannot be read; its texts are English',
  )
})
