// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { matching } from '../../../islands/beneficiaries/kinds.ts'
import Beneficiaries from '../../../islands/beneficiaries/page.tsx'
import {
  deleteBeneficiary,
  deviceBeneficiaries,
  meterBeneficiaries,
  phoneBeneficiaries,
  smartcardBeneficiaries,
  updateBeneficiary,
} from '../../../shared/beneficiaries.ts'
import { profile } from '../support/accounts.ts'
import { network, refusal, success, toasted } from '../support/api.ts'
import { brokenRules } from '../support/axe.ts'
import {
  beneficiariesPage,
  device,
  meter,
  phone,
  smartcard,
  virtualAccount,
} from '../support/beneficiaries.ts'
import { freshPages, pageWith } from '../support/page.ts'

freshPages()
const { answer } = network()
beforeEach(() => pageWith({ token: 'bearer' }))

const show = (over = {}) => render(<Beneficiaries {...beneficiariesPage(over)} />)
const cards = () => screen.queryAllByRole('article').map((it) => it.getAttribute('aria-label'))
const openMenu = (number: string) =>
  userEvent.click(screen.getByRole('button', { name: `Menu of ${number}` }))
const menuItems = () => screen.getAllByRole('menuitem').map((it) => it.textContent)

test('the search is trimmed, knows no case, and looks in numbers, device ids and notes', () => {
  const all = [meter({ additional_notes: 'Mum’s House' }), smartcard(), phone(), device()]
  const found = (typed: string) => matching(all, 'all', typed).map((it) => it.uniqueid)
  expect(found('  mum’s HOUSE ')).toEqual(['meter-1'])
  expect(found('121212')).toEqual(['smartcard-1'])
  expect(found('5555')).toEqual(['device-1'])
  expect(found('0803 111')).toEqual([])
  expect(found('803111')).toEqual(['phone-1'])
  expect(found('')).toHaveLength(4)
})

test('the page has a title, a search, five tabs, a card for each beneficiary and Add New', async () => {
  const { container } = show()
  expect(screen.getByRole('heading', { name: 'Beneficiaries' })).toBeVisible()
  expect(screen.getByRole('searchbox', { name: 'Search' })).toBeVisible()
  expect(screen.getAllByRole('tab').map((it) => it.textContent)).toEqual([
    'All',
    'Meter Numbers',
    'Smartcards',
    'Phone Numbers',
    'Device ID/Numbers',
  ])
  expect(cards()).toHaveLength(4)
  expect(screen.getByRole('button', { name: 'Add New' })).toBeVisible()
  expect(await brokenRules(container)).toEqual([])
})

test('a tab shows one type, also by the arrow keys, and says when it has none', async () => {
  show({ beneficiaries: [meter(), phone()] })
  await userEvent.click(screen.getByRole('tab', { name: 'Meter Numbers' }))
  expect(cards()).toEqual(['Ikeja Electric 11000000000'])
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Smartcards' })).toHaveFocus()
  expect(screen.getByText('User does not have a beneficiary.')).toBeVisible()
  expect(cards()).toEqual([])
})

test('a search keeps the cards that match and says when there is none', async () => {
  show()
  await userEvent.type(screen.getByRole('searchbox'), ' 110000 ')
  expect(cards()).toEqual(['Ikeja Electric 11000000000'])
  await userEvent.type(screen.getByRole('searchbox'), 'zzz')
  expect(screen.getByText('No match found!')).toBeVisible()
})

test('somebody without any beneficiary is told so and may add one', () => {
  show({ beneficiaries: [] })
  expect(screen.getByText("You don't have any beneficiary saved!")).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add Beneficiary' })).toBeVisible()
})

test('beneficiaries that the page did not bring are loaded, and that is said', async () => {
  for (const it of [smartcardBeneficiaries, phoneBeneficiaries, deviceBeneficiaries])
    answer(it, () => success([]))
  answer(meterBeneficiaries, () => success([meter()]))
  show({ beneficiaries: null })
  expect(screen.getByText('Please wait!, loading beneficiaries...')).toBeVisible()
  await waitFor(() => expect(cards()).toEqual(['Ikeja Electric 11000000000']))
})

test('a card shows its customer, else the person; its tag, else that there is none', () => {
  show({
    beneficiaries: [
      meter({ additional_notes: '<b>Shop</b>' }),
      device({ customer_name: null, customer_address: null }),
    ],
    profile: profile({ name: 'Bola Ade', address: '5 Marina' }),
  })
  const [one, other] = screen.getAllByRole('article').map((it) => within(it))
  expect(one?.getByText('ADA OBI')).toBeVisible()
  expect(one?.getByText('1 Allen Avenue')).toBeVisible()
  expect(one?.getByText('<b>Shop</b>')).toBeVisible()
  expect(other?.getByText('0805 555 6666')).toBeVisible()
  expect(other?.getByText('Bola Ade')).toBeVisible()
  expect(other?.getByText('5 Marina')).toBeVisible()
  expect(other?.getByText('Not tagged')).toBeVisible()
})

test('the menu offers an account for meters and smartcards alone, or to reserve one', async () => {
  show({ beneficiaries: [meter(), smartcard({ virtual_account: virtualAccount() }), phone()] })
  await openMenu('11000000000')
  expect(menuItems()).toEqual(['Subscribe', 'Details', 'Reserve', 'Delete'])
  await openMenu('1212121212')
  expect(menuItems()).toEqual(['Subscribe', 'Details', 'Vir. Account', 'Delete'])
  await openMenu('+234 803 111 2222')
  expect(menuItems()).toEqual(['Subscribe', 'Details', 'Delete'])
})

test('the menu is walked by keys, and Escape gives the focus back', async () => {
  show({ beneficiaries: [meter()] })
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
  [phone(), 'Device Details', '+234 803 111 2222', 'MTN'],
])('details of each type stand in the dialog of its name', async (it, title, number, more) => {
  show({ beneficiaries: [it] })
  await openMenu(number)
  await userEvent.click(screen.getByRole('menuitem', { name: 'Details' }))
  const dialog = screen.getByRole('dialog', { name: title })
  expect(within(dialog).getAllByText(more).length).toBeGreaterThan(0)
  expect(await brokenRules(dialog)).toEqual([])
})

test('what is noted of a beneficiary is changed from its details; the number, and a plan with its price, stay', async () => {
  const sent = answer(updateBeneficiary, () => success({}, 'The beneficiary was saved.'))
  const listed = answer(meterBeneficiaries, () => success([meter({ additional_notes: 'Shop' })]))
  show({ beneficiaries: [meter(), device()] })
  await openMenu('11000000000')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Details' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change Beneficiary' })
  expect(await brokenRules(dialog)).toEqual([])
  await userEvent.type(screen.getByLabelText('Notes'), 'Shop')
  await userEvent.clear(screen.getByLabelText('Amount (NGN)'))
  await userEvent.type(screen.getByLabelText('Amount (NGN)'), '50')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(sent).toHaveLength(0)
  await userEvent.clear(screen.getByLabelText('Amount (NGN)'))
  await userEvent.type(screen.getByLabelText('Amount (NGN)'), '2,500')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await toasted('The beneficiary was saved.')
  expect(sent[0]?.url).toContain('/account/beneficiaries/meter-numbers/meter-1/update')
  expect(sent[0]?.body).toEqual({
    def_amount: '2500',
    phone_number: '+2348012345678',
    customer_name: 'ADA OBI',
    customer_address: '1 Allen Avenue',
    additional_notes: 'Shop',
  })
  await waitFor(() => expect(screen.getByText('Shop')).toBeVisible())
  expect(listed).toHaveLength(1)
  await openMenu('0805 555 6666')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Details' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  await screen.findByRole('dialog', { name: 'Change Beneficiary' })
  expect(screen.queryByLabelText('Amount (NGN)')).toBeNull()
})

test('a deleted beneficiary goes: a loader, a toast, and its list again', async () => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  const asked = answer(deleteBeneficiary, async () => {
    await done
    return success({}, 'The meter is removed.')
  })
  const listed = answer(meterBeneficiaries, () => success([]))
  show()
  await openMenu('11000000000')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(screen.getByText('Removing meter-numbers')).toBeVisible()
  finish()
  await toasted('The meter is removed.')
  await waitFor(() => expect(listed).toHaveLength(1))
  expect(asked[0]?.url).toContain('/account/beneficiaries/meter-numbers/meter-1/delete')
  expect(cards()).toHaveLength(3)
})

test('a beneficiary that could not be deleted stays', async () => {
  answer(deleteBeneficiary, () => refusal(500, 'It broke.'))
  show()
  await openMenu('11000000000')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  await toasted('Internal Server Error: It broke.')
  expect(cards()).toHaveLength(4)
})
