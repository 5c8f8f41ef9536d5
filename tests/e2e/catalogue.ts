import type { Locator, Page } from 'playwright-core'
import type { Service } from '../../shared/constants.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { newMeter, serviceForm } from './visitor.ts'

/** A product that every vendor of its service sells, and how a test fills in its form. */
export interface TestProduct {
  readonly service: Service
  /** The heading of the success page. */
  readonly title: string
  /** The checkout amount in kobo, service charge included. */
  readonly totalKobo: number
  /** A beneficiary number that no other test of this run uses. */
  newNumber(): string
  /** Fills the hydrated form. */
  fillForm(page: Page, number: string): Promise<void>
  /** Fills the server-rendered form, whose lists are native. */
  fillPlainForm(page: Page, number: string): Promise<void>
}

const phone = '08031234567'

/** Opens a list and presses an item. The first match is used: 'DStv' is in more than one name. */
async function pickFromList(page: Page, label: string, ...names: readonly RegExp[]): Promise<void> {
  await serviceForm(page).getByRole('button', { name: label }).click()
  for (const name of names) await inList(page).filter({ hasText: name }).first().click()
}
const inList = (page: Page): Locator => page.getByRole('dialog').getByRole('listitem').getByRole('button')

/** Chooses an option in a native list by its text. */
async function selectOption(page: Page, label: string, message: RegExp): Promise<void> {
  const list = serviceForm(page).getByLabel(label, { exact: true })
  const value = await list.locator('option').filter({ hasText: message }).first().getAttribute('value')
  await list.selectOption(value)
}

const typeInto = (page: Page, label: string, text: string) =>
  serviceForm(page).getByLabel(label, { exact: true }).fill(text)

let served = 0
/**
 * Digits that differ for each purchase and each worker, and do not end in a number with a special meaning.
 */
function newDigits(length: number): string {
  served += 1
  return `${String(process.pid % 1_000).padStart(3, '0')}${String(served).padStart(length - 4, '0')}9`
}
const newPhone = () => `0801${newDigits(7)}`

export const testProducts: Readonly<Record<Service, TestProduct>> = {
  power: {
    service: 'power',
    title: 'Here is your token',
    totalKobo: 510_000,
    newNumber: () => newMeter(),
    async fillForm(page, number) {
      await serviceForm(page).getByRole('radio', { name: 'Prepaid' }).check()
      await typeInto(page, 'Phone number', phone)
      await pickFromList(page, 'Company or city', /Ikeja/)
      await typeInto(page, 'Amount (NGN)', '5,000')
      await typeInto(page, 'Meter number', number)
    },
    async fillPlainForm(page, number) {
      await serviceForm(page).getByRole('radio', { name: 'Prepaid' }).check()
      await typeInto(page, 'Phone number', phone)
      await typeInto(page, 'Meter number', number)
      await selectOption(page, 'Company or city', /Ikeja/)
      await typeInto(page, 'Amount (NGN)', '5,000')
    },
  },
  cabletv: {
    service: 'cabletv',
    title: 'Your subscription is active',
    totalKobo: 450_000,
    newNumber: () => `12${newDigits(8)}`,
    async fillForm(page, number) {
      await typeInto(page, 'Phone number', phone)
      await pickFromList(page, 'Network', /^DStv/i, /padi/i)
      await typeInto(page, 'Smartcard number', number)
    },
    async fillPlainForm(page, number) {
      await typeInto(page, 'Phone number', phone)
      await typeInto(page, 'Smartcard number', number)
      await selectOption(page, 'Network', /^DStv/i)
      await selectOption(page, 'Bouquet', /padi/i)
    },
  },
  airtime: {
    service: 'airtime',
    title: 'Airtime sent',
    totalKobo: 50_000,
    newNumber: newPhone,
    async fillForm(page, number) {
      await typeInto(page, 'Phone number', number)
      await pickFromList(page, 'Network', /^MTN/)
      await typeInto(page, 'Amount (NGN)', '500')
    },
    async fillPlainForm(page, number) {
      await typeInto(page, 'Phone number', number)
      await selectOption(page, 'Network', /^MTN/)
      await typeInto(page, 'Amount (NGN)', '500')
    },
  },
  data: {
    service: 'data',
    title: 'Data sent',
    totalKobo: 100_000,
    newNumber: newPhone,
    async fillForm(page, number) {
      await typeInto(page, 'Device ID / phone number', number)
      await typeInto(page, 'Send Notification To', phone)
      await pickFromList(page, 'Network', /^MTN/, /1\.5GB/)
    },
    async fillPlainForm(page, number) {
      await typeInto(page, 'Device ID / phone number', number)
      await typeInto(page, 'Send Notification To', phone)
      await selectOption(page, 'Network', /^MTN/)
      await selectOption(page, 'Plan', /1\.5GB.*₦1,000/)
    },
  },
  education: {
    service: 'education',
    title: 'Here is your PIN',
    totalKobo: 400_000,
    newNumber: newPhone,
    async fillForm(page, number) {
      await pickFromList(page, 'Examination type', /Result Checker/)
      await typeInto(page, 'Phone number', number)
    },
    async fillPlainForm(page, number) {
      await selectOption(page, 'Examination type', /Result Checker/)
      await typeInto(page, 'Phone number', number)
    },
  },
}

export const formOf = ({ service }: TestProduct): string => `/${serviceContracts[service].slug}/subscription`
