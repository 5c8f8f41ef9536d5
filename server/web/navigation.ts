import { serviceNames, services } from '../../shared/constants.ts'
import * as address from '../../shared/pages.ts'

/** The services in the header, as links. */
export const navigation = Object.freeze(
  services.map((service) => ({ href: address.formPage(service), text: serviceNames[service] })),
)

const forEverybody = Object.freeze([
  { href: address.dashboard, text: 'Overview' },
  { href: address.home, text: 'Pay' },
  { href: address.beneficiaries, text: 'Beneficiaries' },
  { href: address.transactions, text: 'Transactions' },
  { href: address.wallet, text: 'Wallet' },
  { href: address.cards, text: 'Cards' },
  { href: address.referral, text: 'Referral' },
  { href: address.tickets, text: 'Reports' },
  { href: address.settings, text: 'Settings' },
])
const forCompanies = Object.freeze([
  ...forEverybody.slice(0, 4),
  { href: address.bulk, text: 'Bulk' },
  ...forEverybody.slice(4),
])

/** The pages of an account, under the header of each of them. Buying by the file is for companies. */
export const accountNavigation = (isCompany: boolean) => (isCompany ? forCompanies : forEverybody)
