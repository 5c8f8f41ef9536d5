import { serviceNames, services } from '../../shared/constants.ts'
import * as address from '../../shared/pages.ts'

/** The services in the header, as links. */
export const navigation = Object.freeze(
  services.map((service) => ({ href: address.formPage(service), text: serviceNames[service] })),
)

/** The pages of an account, under the header of each of them. */
export const accountNavigation = Object.freeze([
  { href: address.dashboard, text: 'Overview' },
  { href: address.home, text: 'Pay' },
  { href: address.beneficiaries, text: 'Beneficiaries' },
  { href: address.transactions, text: 'Transactions' },
  { href: address.wallet, text: 'Wallet' },
  { href: address.cards, text: 'Cards' },
  { href: address.referral, text: 'Referral' },
  { href: address.bulk, text: 'Bulk' },
  { href: address.settings, text: 'Settings' },
])
