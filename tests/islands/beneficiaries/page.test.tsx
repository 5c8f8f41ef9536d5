// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import Beneficiaries from '../../../islands/beneficiaries/page.tsx'
import { filterBeneficiaries } from '../../../islands/beneficiaries/type-configs.ts'
import {
  deleteBeneficiary,
  getDeviceBeneficiaries,
  getMeterBeneficiaries,
  getPhoneBeneficiaries,
  getSmartcardBeneficiaries,
  restoreBeneficiary,
  updateBeneficiary,
} from '../../../shared/beneficiaries.ts'
import { profile } from '../support/accounts.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import {
  beneficiariesPage,
  device,
  meter,
  phone,
  smartcard,
  virtualAccount,
} from '../support/beneficiaries.ts'
import { resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
beforeEach(() => setPageMeta({ sessionToken: 'session-token' }))

const renderPage = (overrides = {}) => render(<Beneficiaries {...beneficiariesPage(overrides)} />)
const cards = () => screen.queryAllByRole('article').map((item) => item.getAttribute('aria-label'))
const openMenu = (number: string) =>
  userEvent.click(screen.getByRole('button', { name: `Menu of ${number}` }))
const menuItems = () => screen.getAllByRole('menuitem').map((item) => item.textContent)

test('the search is trimmed and case-insensitive, and covers numbers, device ids and notes', () => {
  const all = [meter({ additional_notes: 'Mum’s House' }), smartcard(), phone(), device()]
  const ids = (query: string) => filterBeneficiaries(all, 'all', query).map((item) => item.uniqueid)
  expect(ids('  mum’s HOUSE ')).toEqual(['meter-1'])
  expect(ids('121212')).toEqual(['smartcard-1'])
  expect(ids('5555')).toEqual(['device-1'])
  for (const query of ['0803 111', '08031112222', '2348031112222', '+234 803 111 2222'])
    expect(ids(query), query).toEqual(['phone-1'])
  expect(ids('803111')).toEqual(['phone-1'])
  expect(ids('')).toHaveLength(4)
})

test('the page has a title, a search, five tabs, a card for each beneficiary and Add New', async () => {
  const { container } = renderPage()
  expect(screen.getByRole('heading', { name: 'Beneficiaries' })).toBeVisible()
  expect(screen.getByRole('searchbox', { name: 'Search' })).toBeVisible()
  expect(screen.getAllByRole('tab').map((item) => item.textContent)).toEqual([
    'All',
    'Meter Numbers',
    'Smartcards',
    'Phone Numbers',
    'Device ID/Numbers',
  ])
  expect(cards()).toHaveLength(4)
  expect(screen.getByRole('button', { name: 'Add New' })).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a tab shows one type, also by arrow keys, and shows a message when it is empty', async () => {
  renderPage({ beneficiaries: [meter(), phone()] })
  await userEvent.click(screen.getByRole('tab', { name: 'Meter Numbers' }))
  expect(cards()).toEqual(['Ikeja Electric 11000000000'])
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Smartcards' })).toHaveFocus()
  expect(screen.getByText('User does not have a beneficiary.')).toBeVisible()
  expect(cards()).toEqual([])
})

test('a search shows the matching cards, or a message when there are none', async () => {
  renderPage()
  await userEvent.type(screen.getByRole('searchbox'), ' 110000 ')
  expect(cards()).toEqual(['Ikeja Electric 11000000000'])
  await userEvent.type(screen.getByRole('searchbox'), 'zzz')
  expect(screen.getByText('No match found!')).toBeVisible()
})

test('a user without beneficiaries sees a message and can add one', () => {
  renderPage({ beneficiaries: [] })
  expect(screen.getByText("You don't have any beneficiary saved!")).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add Beneficiary' })).toBeVisible()
})

test('a list that could not be loaded is not shown as empty', async () => {
  respond(getMeterBeneficiaries, () => errorResponse(500, 'Something went wrong on our side.'))
  renderPage({ beneficiaries: null })
  expect(await screen.findByText('An error occurred. Please try again later.')).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: 'Meter Numbers' }))
  expect(screen.getByText('An error occurred. Please try again later.')).toBeVisible()
  expect(screen.queryByText("You don't have any beneficiary saved!")).toBeNull()
  expect(screen.queryByText('User does not have a beneficiary.')).toBeNull()
})

test('beneficiaries missing in the page are loaded, with a loading message', async () => {
  for (const item of [getSmartcardBeneficiaries, getPhoneBeneficiaries, getDeviceBeneficiaries])
    respond(item, () => success([]))
  respond(getMeterBeneficiaries, () => success([meter()]))
  renderPage({ beneficiaries: null })
  expect(screen.getByText('Please wait!, loading beneficiaries...')).toBeVisible()
  await waitFor(() => expect(cards()).toEqual(['Ikeja Electric 11000000000']))
})

test('a card shows its customer or the user, and its nickname or that it has none', () => {
  renderPage({
    beneficiaries: [
      meter({ additional_notes: '<b>Shop</b>' }),
      device({ customer_name: null, customer_address: null }),
    ],
    profile: profile({ name: 'Bola Ade', address: '5 Marina' }),
  })
  const [one, other] = screen.getAllByRole('article').map((item) => within(item))
  expect(one?.getByText('ADA OBI')).toBeVisible()
  expect(one?.getByText('1 Allen Avenue')).toBeVisible()
  expect(one?.getByText('<b>Shop</b>')).toBeVisible()
  expect(other?.getByText('0805 555 6666')).toBeVisible()
  expect(other?.getByText('Bola Ade')).toBeVisible()
  expect(other?.getByText('5 Marina')).toBeVisible()
  expect(other?.getByText('Not tagged')).toBeVisible()
})

test('the menu offers a virtual account, or reserving one, only for meters and smartcards', async () => {
  renderPage({ beneficiaries: [meter(), smartcard({ virtual_account: virtualAccount() }), phone()] })
  await openMenu('11000000000')
  expect(menuItems()).toEqual(['Subscribe', 'Details', 'Reserve', 'Delete'])
  await openMenu('1212121212')
  expect(menuItems()).toEqual(['Subscribe', 'Details', 'Vir. Account', 'Delete'])
  await openMenu('0803 111 2222')
  expect(menuItems()).toEqual(['Subscribe', 'Details', 'Delete'])
})

test('arrow keys move through the menu, and Escape restores the focus', async () => {
  renderPage({ beneficiaries: [meter()] })
  const button = screen.getByRole('button', { name: 'Menu of 11000000000' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('menuitem', { name: 'Subscribe' })).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveFocus()
})

test.each([
  [meter(), 'Meter Details', '11000000000', 'Lagos'],
  [smartcard(), 'Smartcard Details', '1212121212', 'DStv Compact'],
  [device(), 'Device Details', '0805 555 6666', '1 GB'],
  [phone(), 'Device Details', '0803 111 2222', 'MTN'],
])('the details dialog of each type has its own title', async (item, title, number, extra) => {
  renderPage({ beneficiaries: [item] })
  await openMenu(number)
  await userEvent.click(screen.getByRole('menuitem', { name: 'Details' }))
  const dialog = screen.getByRole('dialog', { name: title })
  expect(within(dialog).getAllByText(extra).length).toBeGreaterThan(0)
  expect(await accessibilityViolations(dialog)).toEqual([])
})

test('a beneficiary is edited from its details; the number, and a plan with its price, cannot change', async () => {
  const saveRequests = respond(updateBeneficiary, () => success({}, 'The beneficiary was saved.'))
  const listRequests = respond(getMeterBeneficiaries, () => success([meter({ additional_notes: 'Shop' })]))
  renderPage({ beneficiaries: [meter(), device()] })
  await openMenu('11000000000')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Details' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit beneficiary' })
  expect(await accessibilityViolations(dialog)).toEqual([])
  await userEvent.type(screen.getByLabelText('Notes'), 'Shop')
  await userEvent.clear(screen.getByLabelText('Amount (NGN)'))
  await userEvent.type(screen.getByLabelText('Amount (NGN)'), '50')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(saveRequests).toHaveLength(0)
  await userEvent.clear(screen.getByLabelText('Amount (NGN)'))
  await userEvent.type(screen.getByLabelText('Amount (NGN)'), '2,500')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitForToast('The beneficiary was saved.')
  expect(saveRequests[0]?.url).toContain('/account/beneficiaries/meter-numbers/meter-1/update')
  expect(saveRequests[0]?.body).toEqual({
    def_amount: '2500',
    phone_number: '+2348012345678',
    customer_name: 'ADA OBI',
    customer_address: '1 Allen Avenue',
    additional_notes: 'Shop',
  })
  await waitFor(() => expect(screen.getByText('Shop')).toBeVisible())
  expect(listRequests).toHaveLength(1)
  await openMenu('0805 555 6666')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Details' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  await screen.findByRole('dialog', { name: 'Edit beneficiary' })
  expect(screen.queryByLabelText('Amount (NGN)')).toBeNull()
})

test('deleting a beneficiary shows a loader and a toast and reloads its list', async () => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  const requests = respond(deleteBeneficiary, async () => {
    await done
    return success({ undo: 'v1.key.iv.text' }, 'The meter is removed.')
  })
  const listRequests = respond(getMeterBeneficiaries, () => success([]))
  renderPage()
  await openMenu('11000000000')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(screen.getByText('Removing meter-numbers')).toBeVisible()
  finish()
  await waitForToast('The meter is removed.')
  await waitFor(() => expect(listRequests).toHaveLength(1))
  expect(requests[0]?.url).toContain('/account/beneficiaries/meter-numbers/meter-1/delete')
  expect(cards()).toHaveLength(3)
})

test('Undo restores the deleted beneficiary under its id', async () => {
  respond(deleteBeneficiary, () => success({ undo: 'v1.key.iv.text' }))
  const requests = respond(restoreBeneficiary, () => success({}, 'The meter is restored.'))
  let isDeleted = true
  respond(getMeterBeneficiaries, () => success(isDeleted ? [] : [meter()]))
  const { container } = renderPage()
  await openMenu('11000000000')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(undo.closest('[role=status]')).toHaveTextContent('11000000000 was removed.')
  expect(cards()).toHaveLength(3)
  expect(await accessibilityViolations(container)).toEqual([])
  isDeleted = false
  await userEvent.click(undo)
  await waitForToast('The meter is restored.')
  await waitFor(() => expect(cards()).toHaveLength(4))
  expect(requests[0]?.url).toContain('/account/beneficiaries/meter-numbers/meter-1/restore')
  expect(requests[0]?.body).toEqual({ undo: 'v1.key.iv.text' })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a beneficiary that could not be deleted stays in the list', async () => {
  respond(deleteBeneficiary, () => errorResponse(500, 'It broke.'))
  renderPage()
  await openMenu('11000000000')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  await waitForToast('Internal Server Error: It broke.')
  expect(cards()).toHaveLength(4)
})
