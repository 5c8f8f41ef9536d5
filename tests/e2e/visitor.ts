import pLimit from 'p-limit'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { LaunchedApp } from '../support/launched-app.ts'

/** A cheap Android phone, and a desktop. */
export const phoneViewport = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
} as const
export const desktop = { viewport: { width: 1280, height: 800 } } as const

/** A purchase of electricity; the other services are in `catalogue.ts`. */
export interface Purchase {
  meter: string
  type?: 'Prepaid' | 'Postpaid'
  amount?: string
  phone?: string
  /** The search text for the company. */
  company?: string
}

/** A browser of its own: a guest, or a user or manager who signed in. */
export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  /** Browser errors during the test: console errors and policy violations. */
  readonly errors: readonly string[]
  /** Opens a page of the app and waits for hydration. */
  openPage(path: string): Promise<void>
  fillForm(purchase: Purchase): Promise<void>
  /** Presses Continue and waits for the details page. @returns the order's reference */
  submitForm(): Promise<string>
  /** From the details page: chooses a payment method, or a saved card, and presses Pay. */
  pay(method: string, email?: string): Promise<void>
  /** From the details page to the hosted checkout. */
  goToHostedCheckout(method?: string, email?: string): Promise<void>
  /** From the form to the hosted checkout. @returns the order's reference */
  startCheckout(purchase: Purchase): Promise<string>
  /** At the checkout. */
  pressCheckoutButton(button: 'Pay now' | 'Decline payment'): Promise<void>
  /** Waits for the page with the token or the paid bill. */
  waitForSuccessPage(): Promise<void>
  /** From the form to the success page. @returns the order's reference */
  completePurchase(purchase: Purchase): Promise<string>
  closeBrowser(): Promise<void>
}

export const successAddress = /\/[a-z]+\/transactions\/successful\?/
const detailsAddress = /\/[a-z]+\/customer-details\?reference=([A-Z2-9]{12})/

/** True for the full purchase matrix, which `npm run test:postgres` runs; `npm test` runs a sample. */
export const runsFullMatrix = process.env.E2E_ALL === '1'

/** Allows for a machine that is busy with other work. */
export const timeoutMs = 30_000

/** This number of concurrent browsers keeps two cores busy; more browsers only wait longer. */
export const limitConcurrency = pLimit(3)

/** The addresses of the app and its simulators. */
type AppAddress = Pick<LaunchedApp, 'url' | 'simulatorsUrl'>

export async function newVisitor(
  browser: Browser,
  app: AppAddress,
  options: BrowserContextOptions = phoneViewport,
): Promise<Visitor> {
  const context = await browser.newContext({
    // Playwright does not intercept requests that pass through a service worker.
    serviceWorkers: 'block',
    ...options,
    baseURL: app.url,
    acceptDownloads: true,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url })
  context.setDefaultTimeout(timeoutMs)
  const page = await context.newPage()
  const errors: string[] = []
  context.on('weberror', (item) => errors.push(String(item.error())))
  context.on('console', (message) => {
    // The page shows the error of a rejected request; the browser logs it to the console all the same.
    const isAnswer = /^Failed to load resource.* status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(
      message.text(),
    )
    if (message.type() === 'error' && !isAnswer) errors.push(message.text())
  })

  const visitor: Visitor = {
    page,
    context,
    errors,
    async openPage(path) {
      await page.goto(path)
      await waitForHydration(page)
    },
    async fillForm({ meter, type = 'Prepaid', amount = '5,000', phone = '08012345678', company = 'ikeja' }) {
      await page.getByRole('radio', { name: type }).check()
      const form = powerForm(page)
      await form.getByLabel('Phone number').fill(phone)
      await form.getByLabel('Company or city').click()
      await page.getByRole('searchbox').fill(company)
      await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
      await form.getByLabel('Amount').fill(amount)
      await form.getByLabel('Meter number').fill(meter)
    },
    async submitForm() {
      await serviceForm(page).getByRole('button', { name: 'Continue' }).click()
      return referenceOf(page)
    },
    async pay(method, email = '') {
      await page.getByRole('link', { name: 'Proceed to Payment' }).click()
      const dialog = page.getByRole('dialog')
      if (method === 'Saved card') {
        await dialog.getByRole('button', { name: method }).click()
        await dialog.getByRole('radio').first().check()
      } else await dialog.getByRole('radio', { name: method }).check()
      if (email) await dialog.getByLabel('E-mail').fill(email)
      await dialog.getByRole('button', { name: /^Pay ₦/ }).click()
    },
    async goToHostedCheckout(method = 'Bank transfer', email = '') {
      await visitor.pay(method, email)
      await page.waitForURL(`${app.simulatorsUrl}/**`)
    },
    async startCheckout(purchase) {
      await visitor.openPage('/electricity/subscription')
      await visitor.fillForm(purchase)
      const reference = await visitor.submitForm()
      await waitForHydration(page)
      await visitor.goToHostedCheckout()
      return reference
    },
    pressCheckoutButton: (button) => page.getByRole('button', { name: button }).click(),
    async waitForSuccessPage() {
      await page.waitForURL(successAddress, { timeout: timeoutMs })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await waitForHydration(page)
    },
    async completePurchase(purchase) {
      const reference = await visitor.startCheckout(purchase)
      await visitor.pressCheckoutButton('Pay now')
      await visitor.waitForSuccessPage()
      return reference
    },
    closeBrowser: () => context.close(),
  }
  return visitor
}

/** Signs a user in. @returns the browser storage, which other contexts start with */
export async function signInStorageState(
  browser: Browser,
  app: AppAddress,
  { email, password }: { email: string; password: string },
) {
  const visitor = await newVisitor(browser, app)
  const { page } = visitor
  await page.goto('/login')
  await waitForHydration(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/account/dashboard')
  const state = await visitor.context.storageState()
  await visitor.closeBrowser()
  return state
}

export const powerForm = (page: Page): Locator => page.locator('form[name="power"]')
/** The form of the service that the page sells. */
export const serviceForm = (page: Page): Locator => page.locator('form[action$="/subscription"]')

/** The text of an element, or an empty string. */
export const textOf = async (place: Locator): Promise<string> => (await place.textContent()) ?? ''
export const digitsIn = async (place: Locator): Promise<string> => (await textOf(place)).replace(/\D/g, '')

/** The reference of the order on the details page. */
export async function referenceOf(page: Page): Promise<string> {
  await page.waitForURL(detailsAddress)
  const reference = detailsAddress.exec(page.url())?.[1]
  if (!reference) throw new Error(`${page.url()} has no order reference`)
  return reference
}

/** Waits for hydration. */
export const waitForHydration = (page: Page) =>
  page.waitForFunction(() => {
    const island = document.getElementById('island')
    const key = island && Object.keys(island).find((item) => item.startsWith('__reactContainer'))
    const form = document.querySelector('form[action$="/subscription"]')
    return key && (!form || form.hasAttribute('novalidate'))
  })

/** Counts meters, so that no two purchases of this run use the same one. */
let bought = 0
export function newMeter(kind: 'prepaid' | 'postpaid' = 'prepaid', ending = '1'): string {
  bought += 1
  const middle =
    String(process.pid % 1_000).padStart(3, '0') + String(bought).padStart(9 - ending.length - 3, '0')
  return `${kind === 'prepaid' ? '11' : '10'}${middle}${ending}`
}
