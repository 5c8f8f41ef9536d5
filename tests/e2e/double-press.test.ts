import { expect, test } from 'vitest'
import { openBrowserFixture } from './browser.ts'
import { desktop, newMeter, powerForm, textOf, waitForHydration } from './visitor.ts'

/** Every press counts exactly once. */
const fixture = openBrowserFixture()

test('the first click after an invalid field is not lost when the error appears above it', async () => {
  const guest = await fixture.openBrowser(desktop)
  const { page } = guest
  await guest.openPage('/electricity/subscription')
  const form = powerForm(page)
  await form.getByLabel('Phone number').fill('12')
  // Clicks the upper edge: an error line that pushed the button down would leave nothing under the mouse.
  await form.getByRole('button', { name: '₦2,000' }).click({ position: { x: 20, y: 3 } })
  expect(await form.getByLabel('Amount').inputValue()).toBe('2000')
  await form.getByText('Enter a valid phone number, e.g. 0801 234 5678').waitFor()
  await guest.closeBrowser()
})

for (const [device, viewport] of [
  ['a phone', undefined],
  ['a desktop', desktop],
] as const)
  test(`a double click opens a picker and the payment dialog on ${device}, and selects nothing in them`, async () => {
    const guest = await fixture.openBrowser(viewport)
    const { page } = guest
    await guest.openPage('/electricity/subscription')
    await powerForm(page).getByLabel('Company or city').dblclick()
    await page.getByRole('dialog').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    expect(await textOf(powerForm(page))).toContain('Choose your company')

    await guest.fillForm({ meter: newMeter() })
    await guest.submitForm()
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Proceed to Payment' }).dblclick()
    await page.getByRole('dialog', { name: 'How do you want to pay?' }).waitFor()
    expect(await page.getByRole('dialog').getByRole('radio', { checked: true }).count()).toBe(0)
    expect(guest.errors).toEqual([])
    await guest.closeBrowser()
  })
