// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { endEarly, watchEarly } from '../../../islands/lib/early.ts'
import { saveVerification } from '../../../islands/lib/index.ts'
import type { IslandName, IslandProps } from '../../../islands/pages.ts'
import { islands } from '../../../islands/registry.ts'
import { render } from '../../../islands/server.tsx'
import { Boundary } from '../../../islands/ui/index.ts'
import { getPhoneCodes } from '../../../shared/actions.ts'
import { processTransactions } from '../../../shared/wallet.ts'
import { accountForm, dashboardPage, walletPage, walletResultPage } from '../support/accounts.ts'
import { network, pending, success } from '../support/api.ts'
import { beneficiariesPage } from '../support/beneficiaries.ts'
import { watchLeaving } from '../support/leaving.ts'
import { freshPages } from '../support/page.ts'
import {
  bulkFile,
  bulkPage,
  cardsPage,
  notificationsPage,
  referralPage,
  settingsPage,
  ticketsPage,
  transactionsPage,
} from '../support/rooms.ts'

freshPages()
const { answer } = network()
watchLeaving()

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

/** The page as the shell sends it, before any script. */
function serve<Name extends IslandName>(name: Name, props: IslandProps[Name]): HTMLElement {
  const place = document.createElement('div')
  place.innerHTML = render(name, props)
  document.body.append(place)
  return place
}

async function wake<Name extends IslandName>(place: HTMLElement, name: Name, props: IslandProps[Name]) {
  const Island = (await islands[name]()).default as ComponentType<object>
  answer(getPhoneCodes, () => success([]))
  await act(async () => {
    root = hydrateRoot(
      place,
      <Boundary whenReady={endEarly}>
        <Island {...props} />
      </Boundary>,
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
  bulk: bulkPage({ files: [bulkFile()] }),
} satisfies { [Name in IslandName]?: IslandProps[Name] }

test.each(Object.keys(pages) as (keyof typeof pages)[])(
  '%s wakes up from its HTML without a difference',
  async (name) => {
    answer(processTransactions, () => pending('Checking'))
    saveVerification({ email: 'ada@example.com', until: Date.now() + 5_000 })
    const place = serve(name, pages[name])
    expect(place.querySelectorAll('[style]')).toHaveLength(0)
    await wake(place, name, pages[name])
  },
)

test('before the script the registration posts by itself, and asks no person for a company’s fields', () => {
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

test('before the script the code stands in a plain input, and another one is a press of the same form', () => {
  const place = serve('verify-email', accountForm({ csrf: 'token-1' }))
  expect(screen.getByLabelText('Verification PIN')).toHaveClass('field-input')
  expect(place.querySelectorAll('.pin-cell')).toHaveLength(0)
  const resend = place.querySelector('noscript')
  expect(resend?.innerHTML.toLowerCase()).toContain('formaction="/email/verify/resend"')
  // Enter presses the first button of a form.
  const verify = screen.getByRole('button', { name: 'Verify' })
  expect(resend && verify.compareDocumentPosition(resend)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('what was typed before the script arrived is kept, also the choice of a company', async () => {
  const place = serve('register', accountForm())
  watchEarly(place)
  await userEvent.type(screen.getByLabelText('Name'), 'Ada Obi')
  await userEvent.click(screen.getByRole('radio', { name: /Company/ }))
  await userEvent.type(screen.getByLabelText('RC number'), 'RC 12')
  await userEvent.click(screen.getByRole('checkbox'))
  await wake(place, 'register', accountForm())
  expect(screen.getByLabelText('Contact name')).toHaveValue('Ada Obi')
  expect(screen.getByLabelText('RC number')).toHaveValue('RC 12')
  expect(screen.getByRole('checkbox')).toBeChecked()
})
