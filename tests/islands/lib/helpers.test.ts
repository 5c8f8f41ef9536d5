// @vitest-environment jsdom
import fc from 'fast-check'
import metadata from 'libphonenumber-js/min/metadata'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  displayDate,
  formatDuration,
  formatFileSize,
  formatMoney,
  keepNumbersTogether,
  randomCode,
} from '../../../islands/lib/format.ts'
import nigeriaMetadata from '../../../islands/lib/ng-phone.ts'
import { readPageData } from '../../../islands/lib/page-data.ts'
import {
  displayPhone,
  formatPhone,
  isPhone,
  loadPhoneFormatter,
  normalisePhone,
} from '../../../islands/lib/phone.ts'
import { sortBundles } from '../../../islands/lib/search.ts'
import {
  fieldErrorsOf,
  limitLength,
  missingFields,
  numericOnly,
  requireFields,
} from '../../../islands/lib/validate.ts'
import { cleanAmount } from '../../../shared/money.ts'
import { isNigerianPhone } from '../../../shared/phone.ts'
import { PowerForm } from '../../../shared/power.ts'
import { groupDigits } from '../../../shared/tokens.ts'
import { dismissToasts, resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()

describe('formatting', () => {
  test('the groups of a phone number in a sentence stay on one line, words do not', () =>
    expect(keepNumbersTogether('Your order for 0801 454 3995 is delivered. Glo 5.8GB - 30 days')).toBe(
      'Your order for 0801\u00a0454\u00a03995 is delivered. Glo 5.8GB - 30 days',
    ))
  test.each([
    [0, '0 Bytes'],
    [1, '1 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_234_567, '1.18 MB'],
    [1024 ** 3, '1 GB'],
    [1024 ** 4, '1 TB'],
    [1024 ** 5, '1024 TB'],
    [Number.NaN, '0 Bytes'],
  ])('a file of %d bytes is "%s"', (bytes, text) => expect(formatFileSize(bytes)).toBe(text))

  test.each([
    [0, '00 H 00 M'],
    [5, '00 H 05 M'],
    [75, '01 H 15 M'],
    [6000, '100 H 00 M'],
  ])('%d minutes are "%s"', (minutes, text) => expect(formatDuration(minutes)).toBe(text))

  test.each([8, 12] as const)('a random code has %d letters and digits and differs each time', (length) => {
    const codes = Array.from({ length: 50 }, () => randomCode(length))
    for (const code of codes) expect(code).toMatch(new RegExp(`^[A-Za-z0-9]{${length}}$`))
    expect(new Set(codes).size).toBe(50)
  })

  test.each([
    ['₦ 5,000', '5000'],
    ['NGN 1,500.50', '1500.50'],
    ['1500,50', '1500.50'],
    ['1,500,5', '1500.5'],
    ['1.500,50', '1.500.50'],
  ])('the typed text "%s" is the amount %s', (typed, amount) => expect(cleanAmount(typed)).toBe(amount))

  test('a date in a sentence stays on one line', () =>
    expect(keepNumbersTogether('It should arrive by 4 Dec 2026.')).toBe(
      'It should arrive by 4\u00a0Dec\u00a02026.',
    ))

  test('a date and a time are not broken into two lines', () => {
    expect(displayDate('2026-12-04T13:35:00Z')).toMatch(/^4\u00a0Dec\u00a02026, 2:35\u00a0pm$/i)
    expect(displayDate('2026-12-04T13:35:00Z', 'day')).toBe('4\u00a0Dec\u00a02026')
  })

  test('money and dates use the shared formatters', () => {
    expect(formatMoney(5000)).toBe('₦5,000.00')
    expect(formatMoney('x')).toBe('Invalid input')
    expect(displayDate('no date')).toBe('Invalid Date')
    expect(displayDate('2026-09', 'month')).toBe('September\u00a02026')
    expect(displayDate('2026-09', 'shortMonth').slice(0, 3)).toBe('Sep')
  })

  test('a token is grouped by four digits', () => {
    expect(groupDigits('12345678901234567890')).toBe('1234 5678 9012 3456 7890')
    expect(groupDigits('')).toBe('')
  })
})

describe('validation', () => {
  test('the first missing field is shown in a toast and the check fails', async () => {
    expect(
      requireFields({ meter_number: '1', phone_number: ' ' }, ['meter_number', 'phone_number', 'amount']),
    ).toBe(false)
    await expect.poll(() => document.body.textContent).toContain('Phone Number is required.')
    expect(document.body.textContent).not.toContain('Amount is required.')
    await dismissToasts()
  })

  test('a complete form passes without a toast', () => {
    expect(requireFields({ a: '0', b: 0 }, ['a', 'b'])).toBe(true)
  })

  test('a dotted path is resolved inside the object', () => {
    expect(missingFields({ disco: { code: 'x' } }, ['disco.code'])).toEqual([])
    expect(missingFields({ disco: {} }, ['disco.code', 'disco.company.name'])).toEqual([
      { path: 'disco.code', message: 'Disco Code is required.' },
      { path: 'disco.company.name', message: 'Disco Company Name is required.' },
    ])
  })

  test('a contract’s schema gives the first message of each field', () => {
    const errors = fieldErrorsOf(PowerForm, {
      meter_number: '12',
      meter_type: '',
      phone_number: '',
      amount: '1e3',
    })
    expect(Object.keys(errors).toSorted()).toEqual([
      'amount',
      'meter_disco',
      'meter_number',
      'meter_type',
      'phone_number',
    ])
    expect(errors.meter_number).toEqual(['A meter number has 11 to 20 digits.'])
  })

  test('a numeric-only field keeps only digits and minus of any input', () => {
    expect(numericOnly('4501 2345-678 x')).toBe('45012345-678')
    fc.assert(fc.property(fc.string(), (typed) => /^[\d-]*$/.test(numericOnly(typed))))
  })

  test('a text above its maximum length is truncated', () => expect(limitLength('123456', 4)).toBe('1234'))
})

describe('phones', () => {
  beforeAll(loadPhoneFormatter)

  test('until the phone formatter is loaded, digits stay as typed', async () => {
    vi.resetModules()
    const fresh = await import('../../../islands/lib/phone.ts')
    expect(fresh.formatPhone('0801 2345678x')).toBe('08012345678')
    await fresh.loadPhoneFormatter()
    expect(fresh.formatPhone('08012345678')).toBe('0801 234 5678')
  })

  test.each([
    ['+2348012345678', '0801 234 5678'],
    ['08012345678', '0801 234 5678'],
    ['+447911123456', '+447911123456'],
    ['', ''],
  ])('the stored number "%s" is displayed as "%s"', (stored, displayed) =>
    expect(displayPhone(stored)).toBe(displayed),
  )

  test('a stored number is displayed as its national form would be typed', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^(\+234|0)[789]\d{9}$/),
        (phone) => displayPhone(phone) === formatPhone(phone.replace('+234', '0')),
      ),
    )
  })

  test('Nigeria’s metadata equals that of the installed package', () => {
    expect(nigeriaMetadata.countries.NG).toEqual(metadata.countries.NG)
    expect(nigeriaMetadata.version).toBe(metadata.version)
    expect(metadata.country_calling_codes['234']).toEqual(['NG'])
  })

  test.each([
    ['08012345678', '0801 234 5678'],
    ['0801', '0801'],
    ['+2348012345678', '+234 801 234 5678'],
    ['+23408012345678', '+234 801 234 5678'],
    ['+447911123456', '+447911123456'],
    ['', ''],
    ['abc', ''],
    ['080123456789012345', '0801 2345 67890'],
  ])('"%s" is shown as "%s" while it is typed', (typed, formatted) =>
    expect(formatPhone(typed)).toBe(formatted),
  )

  test('the formatted number has the typed digits', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^0\d{0,10}$/),
        (typed) => formatPhone(typed).replace(/\D/g, '') === typed,
      ),
    )
  })

  test.each([
    ['08012345678', '+2348012345678'],
    ['8012345678', '+2348012345678'],
    ['0801 234 5678', '+2348012345678'],
    ['+44791112345', '+44791112345'],
    ['2348012345678', '+2348012345678'],
    ['+234 (0) 801 234 5678', '+2348012345678'],
    ['+2340', '+2340'],
  ])('"%s" is sent as "%s"', (typed, normalised) => expect(normalisePhone(typed)).toBe(normalised))

  test('a number is classified as Nigerian or not', () => {
    expect(isPhone('0801 234 5678')).toBe(true)
    expect(isPhone('0801 234')).toBe(false)
    expect(isPhone('+447911123456')).toBe(false)
    for (const tooLong of ['080123456789', '0801234567890', '0023480123456', '234803123456'])
      expect([isPhone(tooLong), isNigerianPhone(tooLong, nigeriaMetadata)], tooLong).toEqual([false, false])
  })

  test('the page and the phone library agree on what can be a Nigerian number', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^(\+234|234|0|\+2340)?\d{1,15}$/),
        (typed) => isPhone(typed) === isNigerianPhone(typed, nigeriaMetadata),
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('search and sorting', () => {
  const bundles = [
    { title: 'Padi', price: '4400' },
    { title: 'compact', price: 19000 },
    { title: 'Asia add-on', price: '14900' },
    { title: null, name: 'Basic', price: 4400 },
  ]
  const names = (list: { title?: string | null; name?: string | null }[]) =>
    list.map((bundle) => bundle.title || bundle.name)

  test('bundles are sorted by numeric price in both directions, ties by title', () => {
    expect(names(sortBundles(bundles))).toEqual(['Basic', 'Padi', 'Asia add-on', 'compact'])
    expect(names(sortBundles(bundles, 'price-desc'))).toEqual(['compact', 'Asia add-on', 'Basic', 'Padi'])
  })

  test('bundles are sorted by title or name, case-insensitively', () => {
    expect(names(sortBundles(bundles, 'title'))).toEqual(['Asia add-on', 'Basic', 'compact', 'Padi'])
  })
})

describe('page data', () => {
  const setPageData = (json: string) => {
    document.body.innerHTML = `<script type="application/json" id="page-data">${json}</script>`
  }

  test('the island and its props are read from the page', () => {
    setPageData('{"island":"chooser","props":{"note":"\\u003cb>"}}')
    expect(readPageData()).toEqual({ island: 'chooser', props: { note: '<b>' } })
  })

  test.each(['', '{', 'null', '{"island":1,"props":{}}', '{"island":"x"}', '{"island":"x","props":null}'])(
    'a page without readable data has no island: %s',
    (json) => {
      setPageData(json)
      expect(readPageData()).toBeNull()
    },
  )
})
