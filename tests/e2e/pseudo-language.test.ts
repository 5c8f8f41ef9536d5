import { expect, test } from 'vitest'
import { openBrowserFixture } from './browser.ts'
import { newMeter, referenceOf, serviceForm, successAddress, waitForHydration } from './visitor.ts'

/**
 * A guest buys electricity on a phone of 360 px in the pseudo-language, whose texts are English with marked letters and
 * about 35 % longer, and orders each other service up to the customer details. Each page fails for visible text with
 * plain letters, which does not come from the catalogue, and for text that does not fit.
 */
const fixture = openBrowserFixture()

/** Names that no catalogue has. The data of the order is read from each page. */
const names = [
  ...['Sanwo', 'English', 'Pidgin', 'Hausa', 'Yorùbá', 'Igbo', 'WhatsApp', 'kWh', 'Paystack', 'Visa'],
  ...[
    'DStv',
    'GOtv',
    'StarTimes',
    'Showmax',
    'MTN',
    'Airtel',
    'Glo',
    '9mobile',
    'WAEC',
    'JAMB',
    'Mastercard',
  ],
]

/** A guest whose pages are in the pseudo-language, and what is wrong with those that were inspected. */
async function openPseudoLanguage() {
  const guest = await fixture.openBrowser()
  const { page, context } = guest
  await context.addCookies([{ name: 'language', value: 'pseudo', url: fixture.app.url }])
  const findings: string[] = []
  /** Names and numbers that the guest chose. */
  const chosen: string[] = []
  const inspect = async (name: string) => {
    const found = await page.evaluate(findingsOf, { allowed: [...names, ...chosen] })
    findings.push(...found.map((finding) => `${name}: ${finding}`))
  }
  return { guest, page, findings, chosen, inspect }
}

test('a guest buys electricity in the pseudo-language: every text is translated and fits into 360 px', async () => {
  const { guest, page, findings, chosen, inspect } = await openPseudoLanguage()
  for (const path of ['/help', '/status', '/orders/find']) {
    await page.goto(path)
    await inspect(path)
  }
  await guest.openPage('/')
  expect(await page.getAttribute('html', 'lang')).toBe('en-XA')
  await inspect('chooser')

  await guest.openPage('/electricity/subscription')
  await inspect('form')
  const form = serviceForm(page)
  const submit = form.locator('button[type="submit"]').last()
  await form.locator('input[name="phone_number"]').fill('12')
  await form.locator('input[name="meter_number"]').fill('12')
  await form.locator('input[name="amount"]').fill('1')
  await form.locator('input[name="phone_number"]').focus()
  await inspect('form with errors')
  await form.locator('input[value="prepaid"]').check()
  await form.locator('input[name="phone_number"]').fill('08031234567')
  await form.locator('button[aria-haspopup="dialog"]').first().click()
  await inspect('companies')
  await page.getByRole('searchbox').fill('ikeja')
  await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
  await form.locator('input[name="amount"]').fill('5,000')
  await form.locator('input[name="meter_number"]').fill(newMeter())
  await submit.click()
  const order = await referenceOf(page)
  chosen.push(order)
  await waitForHydration(page)
  await inspect('details')

  await page.locator('a[href*="/pay?reference="]').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().check()
  await inspect('payment dialog')
  await dialog.locator('button[type="submit"]').click()
  await page.waitForURL(`${fixture.app.simulatorsUrl}/**`)
  await guest.pressCheckoutButton('Pay now')
  await page.waitForURL(successAddress)
  await waitForHydration(page)
  await inspect('success')
  await page.goto(`/electricity/print-receipt/?ref=${order}`)
  await inspect('receipt')
  await page.goto('/no-such-page')
  await inspect('not found')

  expect(findings).toEqual([])
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

interface OrderForm {
  readonly path: string
  /** Items of the lists, in order. */
  readonly choices: readonly RegExp[]
  readonly fields: Readonly<Record<string, string>>
  /** The same fields with values that the form rejects. */
  readonly invalid: Readonly<Record<string, string>>
}

const forms: readonly OrderForm[] = [
  {
    path: '/cabletv/subscription',
    choices: [/^DStv/i, /padi/i],
    fields: { phone_number: '08031234567', smartcard_number: '1212345679' },
    invalid: { phone_number: '12', smartcard_number: '12' },
  },
  {
    path: '/airtime/subscription',
    choices: [/^MTN/],
    fields: { phone_number: '08012345679', amount: '500' },
    invalid: { phone_number: '12', amount: '1' },
  },
  {
    path: '/data/subscription',
    choices: [/^MTN/, /1\.5GB/],
    fields: { device_id: '08012345679', phone_number_to_notify: '08031234567' },
    invalid: { device_id: '12', phone_number_to_notify: '12' },
  },
  {
    path: '/education/subscription',
    choices: [/Result Checker/],
    fields: { phone_number: '08012345679', quantity: '2', email_address: 'ada@example.com' },
    invalid: { phone_number: '12', quantity: '0', email_address: 'ada' },
  },
  {
    path: '/education/subscription',
    choices: [/JAMB/, /UTME/],
    fields: { profile_id: '0123456789', phone_number: '08012345679' },
    invalid: { profile_id: '1', phone_number: '12' },
  },
]

test('a guest orders every other service in the pseudo-language: forms, lists, errors and details fit into 360 px', async () => {
  const { guest, page, findings, chosen, inspect } = await openPseudoLanguage()
  const form = serviceForm(page)
  for (const { path, choices, fields, invalid } of forms) {
    const name = `${path} ${choices[0]}`
    await guest.openPage(path)
    await inspect(name)
    await form.locator('button[aria-haspopup="dialog"]').first().click()
    for (const choice of choices) {
      await inspect(`${name}, list`)
      const item = page
        .getByRole('dialog')
        .getByRole('listitem')
        .getByRole('button')
        .filter({ hasText: choice })
      chosen.push(...(await item.first().locator('*').allTextContents()))
      await item.first().click()
    }
    for (const [field, value] of Object.entries(invalid)) await form.locator(`[name="${field}"]`).fill(value)
    await form.locator('button[type="submit"]').last().click()
    await expect.poll(() => form.locator('[aria-invalid="true"]').count()).toBe(Object.keys(invalid).length)
    await inspect(`${name}, errors`)
    for (const [field, value] of Object.entries(fields)) await form.locator(`[name="${field}"]`).fill(value)
    await form.locator('button[type="submit"]').last().click()
    chosen.push(await referenceOf(page))
    await waitForHydration(page)
    await inspect(`${name}, details`)
    await page.locator('a[href*="/pay?reference="]').first().click()
    await page.getByRole('dialog').getByRole('radio').first().check()
    await inspect(`${name}, payment dialog`)
  }
  expect(findings).toEqual([])
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
})

/** Runs in the page: texts with plain letters, and elements whose text does not fit. */
function findingsOf({ allowed }: { allowed: readonly string[] }): string[] {
  const found = new Set<string>()
  /** Values of the page's data under keys that hold names, addresses and numbers, longest first. */
  const dataOf = (value: unknown, key = ''): string[] => {
    if (typeof value === 'string')
      return /name|address|email|phone|reference|number|state|tariff|token/i.test(key) ? [value] : []
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([inner, item]) => dataOf(item, Array.isArray(value) ? key : inner))
  }
  const pageData: unknown = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null')
  const data = [...allowed, ...dataOf(pageData)].filter(Boolean).sort((a, b) => b.length - a.length)
  /** Addresses of pages, days and times, and the initials of a company without a logo. */
  const formats = /https?:\/\/[\w./:-]+|\b\d{1,2} [A-Z][a-z]{2,8} \d{4}\b|\b\d{1,2}:\d{2} [ap]m\b|^[A-Z]{2}$/g
  /** Companies of a list, and times in the format of the browser. */
  const isData = (element: Element) => element.closest('.picker-item, time') !== null
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || parent.closest('script, style, noscript, template') || isData(parent)) continue
    if (!parent.checkVisibility?.({ visibilityProperty: true })) continue
    const written = (node.textContent ?? '').replace(formats, '')
    const text = data.reduce((rest, part) => rest.replaceAll(part, ''), written)
    // Two plain letters in a row, none of which the pseudo-language has.
    if (/[A-Za-z]{2}/.test(text))
      found.add(`plain text "${text.trim()}" in ${parent.tagName} ${parent.className}`)
  }
  /** A row that the user moves sideways, as the services in the header. */
  const isInScroller = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).overflowX === 'auto' || isInScroller(element.parentElement))
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width)
    found.add(`the page is ${document.documentElement.scrollWidth} px wide`)
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!element.checkVisibility?.() || element.closest('.sr-only, .table-box, .chips, [hidden]')) continue
    const hasText = [...element.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim())
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (!hasText) continue
    const isClipped = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
    if (isClipped && (overflowX !== 'visible' || textOverflow === 'ellipsis'))
      found.add(`clipped text "${element.textContent?.trim().slice(0, 60)}" in ${element.className}`)
    const { right } = element.getBoundingClientRect()
    if (right > width + 1 && !isInScroller(element))
      found.add(`text outside the page "${element.textContent?.trim().slice(0, 60)}"`)
  }
  return [...found]
}
