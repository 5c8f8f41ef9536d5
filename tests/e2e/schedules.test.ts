import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hashSecret } from '../../server/accounts/password.ts'
import type { Schedule } from '../../shared/schedules.ts'
import { createUser } from '../support/user.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { openInProcessFixture } from './in-process.ts'
import { keyboardOf } from './keyboard.ts'
import { desktop, phoneViewport, timeoutMs, waitForHydration } from './visitor.ts'

const fixture = openInProcessFixture()
const pin = '461830'
const password = 'Schedule-Test-1'

/** The day in Lagos this number of days from today, by the product's clock. */
async function dayIn(days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char((app_now() at time zone 'Africa/Lagos')::date + ${days}::int, 'YYYY-MM-DD') as day`.execute(
    fixture.app.db.q,
  )
  return rows[0]?.day ?? ''
}

/** A signed-in user with a weekly schedule for ₦500 of airtime from the wallet, which starts in three days. */
async function createScheduleOwner(phone: string) {
  const { app } = fixture
  const user = await createUser(app, { walletKobo: 500_000n })
  const [password_hash, pin_hash] = [await hashSecret(password), await hashSecret(pin)]
  await app.db.q.updateTable('users').set({ password_hash, pin_hash }).where('id', '=', user.id).execute()
  const order_reference = await user.buy('airtime', { phone_number: phone, amount: 500 })
  // A vendor gets the same number and amount again after half a minute at the earliest.
  await app.advanceClock(60)
  const { data } = await user.post<Schedule>(
    '/account/schedules',
    {
      order_reference,
      frequency: 'weekly',
      start_on: await dayIn(3),
      payment_method: 'WALLET',
      remind_by: 'email',
      auth_pin: pin,
    },
    { 'idempotency-key': randomUUID() },
  )
  return { id: data.id, storageState: await fixture.signedIn({ email: user.email, password }) }
}

/** Waits for the toast and dismisses it, so that the next one does not wait for it. The focus stays where it is. */
const dismissToast = (page: Page, text: string) =>
  page.locator('.toast').filter({ hasText: text }).dispatchEvent('click')

test('by keyboard, the next run of a schedule is skipped, the schedule is paused, resumed and ended', async () => {
  const owner = await createScheduleOwner('08011000015')
  const guest = await fixture.openBrowser({ ...desktop, storageState: owner.storageState })
  const { page } = guest
  const keys = keyboardOf(page)
  await guest.openPage('/account/schedules')
  await keys.skipHeader()
  await keys.activate(/^Details of .* for 0801 100 0015/)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It has not run yet.').waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await keys.activate('Skip next')
  await dismissToast(page, 'The run is skipped.')
  await dialog.getByText('You skipped this run.').waitFor()
  await keys.activate('Pause')
  await dismissToast(page, 'The schedule is paused.')
  await keys.activate('Resume')
  await dismissToast(page, 'The schedule is active again.')
  await keys.activate('End')
  await dialog.getByText('End this schedule?').waitFor()
  await keys.activate('Keep schedule')
  await keys.activate('End')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^End this schedule\?/)
  await keys.activate('End schedule')
  await dismissToast(page, 'The schedule has ended.')
  await dialog.getByRole('button', { name: 'Pause' }).waitFor({ state: 'detached' })
  await keys.press('Escape')
  await page.getByRole('article').getByText('Ended').waitFor()
  expect(await keys.focusedName()).toMatch(/^Details of .* for 0801 100 0015/)
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
}, 180_000)

test('on a phone, a run above the limit states why it was skipped, and its owner pays for it', async () => {
  const { app } = fixture
  const owner = await createScheduleOwner('08011000025')
  const period = await dayIn(-1)
  await app.db.q
    .updateTable('schedules')
    .set({ next_on: period, due_at: sql<Date>`app_now()`, max_run_kobo: 40_000n })
    .where('id', '=', owner.id)
    .execute()
  await expect
    .poll(
      () =>
        app.db.q.selectFrom('schedule_runs').select('state').where('schedule_id', '=', owner.id).execute(),
      { timeout: timeoutMs },
    )
    .toEqual([{ state: 'skipped' }])

  const guest = await fixture.openBrowser({ ...phoneViewport, storageState: owner.storageState })
  const { page } = guest
  await guest.openPage('/account/schedules')
  await page.getByRole('button', { name: /^Details of/ }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^It costs ₦500.00 now, above your limit of ₦400.00 for one run./).waitFor()
  await dialog.getByRole('button', { name: /^Pay now for the run of/ }).tap()
  await page.waitForURL(/\/airtime\/customer-details/)
  await waitForHydration(page)
  await guest.pay('Wallet')
  await guest.waitForSuccessPage()

  await guest.openPage('/account/schedules')
  await page.getByRole('button', { name: /^Details of/ }).tap()
  await dialog.getByText('Delivered').waitFor()
  expect(await dialog.getByRole('button', { name: /^Pay now/ }).count()).toBe(0)
  expect(guest.errors).toEqual([])
  await guest.closeBrowser()
}, 180_000)
