// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { saveVerification } from '../../../islands/lib/index.ts'
import { captureEarlyInput, stopCapture } from '../../../islands/lib/pre-hydration-input.ts'
import { type IslandName, type IslandProps, loadIsland } from '../../../islands/registry.ts'
import { render } from '../../../islands/server.tsx'
import { ErrorBoundary } from '../../../islands/ui/index.ts'
import { getPhoneCodes } from '../../../shared/actions.ts'
import { verifyTopUp } from '../../../shared/wallet.ts'
import {
  bulkPurchase,
  bulkPurchasesPage,
  cardsPage,
  notificationsPage,
  referralPage,
  schedulesPage,
  settingsPage,
  ticketsPage,
  transactionsPage,
} from '../support/account-pages.ts'
import { accountForm, dashboardPage, walletPage, walletResultPage } from '../support/accounts.ts'
import { mockApi, pending, success } from '../support/api.ts'
import { beneficiariesPage } from '../support/beneficiaries.ts'
import { recordNavigations } from '../support/navigation.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
recordNavigations()

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

/** The page as the web server sends it, before hydration. */
function serve<Name extends IslandName>(name: Name, props: IslandProps[Name]): HTMLElement {
  const container = document.createElement('div')
  container.innerHTML = render(name, props)
  document.body.append(container)
  return container
}

async function hydrate<Name extends IslandName>(
  container: HTMLElement,
  name: Name,
  props: IslandProps[Name],
) {
  const Island = (await loadIsland(name))?.default as ComponentType<object>
  respond(getPhoneCodes, () => success([]))
  await act(async () => {
    root = hydrateRoot(
      container,
      <ErrorBoundary onHydrated={stopCapture}>
        <Island {...props} />
      </ErrorBoundary>,
    )
  })
}

const pages = {
  register: accountForm(),
  'verify-email': accountForm(),
  login: accountForm(),
  'forgot-password': accountForm(),
  'reset-password': accountForm({ values: { token: 'tok', email: 'ada@example.com' } }),
  dashboard: dashboardPage(),
  wallet: walletPage(),
  'wallet-result': walletResultPage(),
  beneficiaries: beneficiariesPage(),
  notifications: notificationsPage(),
  transactions: transactionsPage(),
  tickets: ticketsPage(),
  cards: cardsPage(),
  referral: referralPage(),
  settings: settingsPage(),
  bulk: bulkPurchasesPage({ files: [bulkPurchase()] }),
  schedules: schedulesPage(),
} satisfies { [Name in IslandName]?: IslandProps[Name] }

test.each(Object.keys(pages) as (keyof typeof pages)[])(
  '%s hydrates its server HTML without a mismatch',
  async (name) => {
    respond(verifyTopUp, () => pending('Checking'))
    saveVerification({ email: 'ada@example.com', until: Date.now() + 5_000 })
    const container = serve(name, pages[name])
    expect(container.querySelectorAll('[style]')).toHaveLength(0)
    await hydrate(container, name, pages[name])
  },
)

test('before hydration the registration form posts natively and does not require company fields', () => {
  serve('register', accountForm({ csrf: 'token-1' }))
  const form = document.querySelector<HTMLFormElement>('form[name=register]')
  expect(form).toHaveAttribute('action', '/register')
  expect(form).toHaveAttribute('method', 'post')
  expect(form?.noValidate).toBe(false)
  expect(new FormData(form ?? undefined).get('_csrf')).toBe('token-1')
  for (const name of ['name', 'email', 'phone', 'password', 'terms'])
    expect(form?.querySelector(`[name=${name}]`)).toBeRequired()
  for (const name of ['company_name', 'address', 'rc_number', 'website', 'referrer'])
    expect(form?.querySelector(`[name=${name}]`)).not.toBeRequired()
  expect(screen.getByRole('button', { name: 'Create account' })).toBeEnabled()
})

test('before hydration the code is a plain input, and a second submit button of the form requests a new code', () => {
  const container = serve('verify-email', accountForm({ csrf: 'token-1' }))
  expect(screen.getByLabelText('Verification PIN')).toHaveClass('field-input')
  expect(container.querySelectorAll('.pin-cell')).toHaveLength(0)
  const resend = container.querySelector('noscript')
  expect(resend?.innerHTML.toLowerCase()).toContain('formaction="/email/verify/resend"')
  // Enter activates the first submit button of a form.
  const verify = screen.getByRole('button', { name: 'Verify' })
  expect(resend && verify.compareDocumentPosition(resend)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('input typed before hydration is preserved, including the company account type', async () => {
  const container = serve('register', accountForm())
  captureEarlyInput(container)
  await userEvent.type(screen.getByLabelText('Name'), 'Ada Obi')
  await userEvent.click(screen.getByRole('radio', { name: /Company/ }))
  await userEvent.type(screen.getByLabelText('RC number'), 'RC 12')
  await userEvent.click(screen.getByRole('checkbox'))
  await hydrate(container, 'register', accountForm())
  expect(screen.getByLabelText('Contact name')).toHaveValue('Ada Obi')
  expect(screen.getByLabelText('RC number')).toHaveValue('RC 12')
  expect(screen.getByRole('checkbox')).toBeChecked()
})
