// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import Chooser from '../../../islands/chooser/chooser.tsx'
import type { ChooserPage } from '../../../islands/pages.ts'
import { getAirtimeNetworks } from '../../../shared/airtime.ts'
import { getCabletvNetworks } from '../../../shared/cabletv.ts'
import { getDataNetworks } from '../../../shared/data.ts'
import { getEducationTypes } from '../../../shared/education.ts'
import { mockApi, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { chooserPage } from '../support/orders.ts'
import { pause, resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
beforeEach(() => window.history.replaceState(null, ''))

const heading = 'What do you want to pay for today?'
const tile = (name: RegExp) => screen.queryByRole('link', { name })

const withStatus = (service: string, status: unknown, reason: string | null = null) =>
  chooserPage({
    tiles: chooserPage().tiles.map((item) =>
      item.service === service ? ({ ...item, status, reason } as ChooserPage['tiles'][number]) : item,
    ),
  })

test('the service chooser shows its question and six tiles', async () => {
  const { container } = render(<Chooser {...chooserPage()} />)
  expect(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  const names = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(names).toHaveLength(6)
  for (const name of ['Power', 'Cable TV', 'Airtime', 'Data', 'School', 'Insurance']) {
    expect(names.some((text) => text?.startsWith(name))).toBe(true)
  }
  expect(await accessibilityViolations(container)).toEqual([])
})

test.each([0, '0', 'false', false, null, 2])(
  'a tile with status %j is inactive and cannot be selected',
  async (status) => {
    render(<Chooser {...withStatus('power', status, 'Back at 14:00')} />)
    const item = screen.getByText('Power').closest('li')
    expect(item).toHaveTextContent('Inactive!')
    expect(item).toHaveTextContent('Back at 14:00')
    expect(tile(/Power/)).toBeNull()
    await userEvent.click(screen.getByText('Power'))
    expect(screen.getByRole('heading', { name: heading })).toBeVisible()
  },
)

test('a paused service shows its start and links to the notification request; insurance has no such link', () => {
  const page = withStatus('power', 0, 'Our supplier is down.')
  const tiles = page.tiles.map((item) =>
    item.service === 'power' ? { ...item, since: '2026-11-21T09:05:00.000Z' } : item,
  )
  render(<Chooser {...page} tiles={tiles} />)
  expect(screen.getByText('Power').closest('li')).toHaveTextContent('Since 21 Nov 2026, 10:05')
  const links = screen.getAllByRole('link', { name: "Notify me when it's back" })
  expect(links.map((item) => item.getAttribute('href'))).toEqual(['/tell-me?service=power'])
})

test.each([1, '1', 'true', true])('a tile with status %j is active', (status) => {
  render(<Chooser {...withStatus('power', status)} />)
  expect(tile(/Power/)).toHaveAttribute('href', '/electricity/subscription')
  expect(screen.getByText('Power').closest('li')).not.toHaveTextContent('Inactive!')
})

test('a guest sees the 1% cashback and a link to register; a customer does not', () => {
  const { unmount } = render(<Chooser {...chooserPage()} />)
  expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
  expect(screen.getByText(/1% cashback/)).toBeVisible()
  unmount()
  render(<Chooser {...chooserPage({ signedIn: true })} />)
  expect(screen.queryByRole('link', { name: 'Register' })).toBeNull()
})

test('selecting Power opens its form in place; Change Service and Back return to the tiles', async () => {
  render(<Chooser {...chooserPage()} />)
  fireEvent.click(screen.getByRole('link', { name: /Power/ }))
  expect(await screen.findByLabelText('Meter number')).toBeVisible()
  expect(screen.queryByRole('heading', { name: heading })).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Change Service' }))
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()

  window.history.forward()
  expect(await screen.findByLabelText('Meter number')).toBeVisible()
  window.history.back()
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
})

test('of several taps on tiles only the last one counts, and Change Service returns to the tiles', async () => {
  respond(getAirtimeNetworks, () => success([]))
  render(<Chooser {...chooserPage()} />)
  fireEvent.click(screen.getByRole('link', { name: /Power/ }))
  const airtime = screen.getByRole('link', { name: /Airtime/ })
  fireEvent.click(airtime)
  fireEvent.click(airtime)
  expect(airtime).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('link', { name: /Power/ })).not.toHaveAttribute('aria-busy')
  expect(await screen.findByLabelText('Phone number')).toBeVisible()
  await pause(50)
  expect(screen.queryByLabelText('Meter number')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Change Service' }))
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
})

test.each([
  [/Cable TV/, '/cabletv/subscription', getCabletvNetworks, 'Smartcard number'],
  [/Airtime/, '/airtime/subscription', getAirtimeNetworks, 'Phone number'],
  [/^Data/, '/data/subscription', getDataNetworks, 'Send Notification To'],
  [/School/, '/education/subscription', getEducationTypes, 'Quantity'],
] as const)('%s has a page of its own, and opens its form in place', async (name, page, lists, field) => {
  respond(lists, () => success([]))
  render(<Chooser {...chooserPage()} />)
  expect(tile(name)).toHaveAttribute('href', page)
  fireEvent.click(screen.getByRole('link', { name }))
  expect(await screen.findByLabelText(field)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Change Service' }))
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
})

test('insurance, when switched on, has no form and shows a message', async () => {
  render(<Chooser {...withStatus('insurance', 1)} />)
  await userEvent.click(screen.getByRole('button', { name: /Insurance/ }))
  await waitFor(() => expect(screen.getByText('This service is currently not available')).toBeVisible())
})
