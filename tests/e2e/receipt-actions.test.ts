import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { services } from '../../shared/constants.ts'
import { openBrowserFixture } from './browser.ts'
import { formOf, testProducts } from './catalogue.ts'
import { phoneViewport, waitForHydration } from './visitor.ts'

const fixture = openBrowserFixture()

test.each(services)(
  'the main actions of a delivered %s order are on the first screen of a phone, and its receipt is saved as PDF and picture',
  async (service) => {
    const guest = await fixture.openBrowser(phoneViewport)
    const { page } = guest
    const product = testProducts[service]
    await guest.openPage(formOf(product))
    await product.fillForm(page, product.newNumber())
    const order = await guest.submitForm()
    await waitForHydration(page)
    await guest.goToHostedCheckout()
    await guest.pressCheckoutButton('Pay now')
    await guest.waitForSuccessPage()
    for (const action of [
      page.getByRole('button', { name: /^Copy/ }).first(),
      page.getByRole('link', { name: 'Share on WhatsApp' }),
      page.getByRole('button', { name: 'Download receipt' }),
      page.getByRole('button', { name: 'Buy again' }),
    ]) {
      const box = await action.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(
        phoneViewport.viewport.height,
      )
    }
    await page.getByText('More ways to keep the receipt').click()
    for (const [name, signature] of [
      ['Download receipt', '%PDF'],
      ['Save as picture', '\u0089PNG'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ])
      expect(download.suggestedFilename()).toContain(order)
      const bytes = await readFile(await download.path())
      expect(bytes.subarray(0, 4).toString('latin1')).toBe(signature)
    }
    expect(guest.errors).toEqual([])
    await guest.closeBrowser()
  },
)
