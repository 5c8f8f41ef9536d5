import { services } from '../../shared/constants.ts'
import * as address from '../../shared/pages.ts'
import { serviceContracts } from '../../shared/services/index.ts'

/** Links to the services, for the header. */
export const navigation = Object.freeze(
  services.map((service) => ({ href: address.formPage(service), text: serviceContracts[service].name })),
)

const userLinks = Object.freeze([
  { href: address.dashboard, text: 'Overview' },
  { href: address.home, text: 'Pay' },
  { href: address.beneficiaries, text: 'Beneficiaries' },
  { href: address.transactions, text: 'Transactions' },
  { href: address.wallet, text: 'Wallet' },
  { href: address.cards, text: 'Cards' },
  { href: address.referral, text: 'Referral' },
  { href: address.tickets, text: 'Support' },
  { href: address.settings, text: 'Settings' },
])
const companyLinks = Object.freeze([
  ...userLinks.slice(0, 4),
  { href: address.bulk, text: 'Bulk' },
  ...userLinks.slice(4),
])

/** Links to the account pages, below the header. Bulk purchases are for companies. */
export const accountNavigation = (isCompany: boolean) => (isCompany ? companyLinks : userLinks)
