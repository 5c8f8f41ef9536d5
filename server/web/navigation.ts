import { services } from '../../shared/constants.ts'
import * as address from '../../shared/pages.ts'
import { serviceContracts } from '../../shared/services/index.ts'

/** Links to the services, for the header. */
export const navigation = Object.freeze(
  services.map((service) => ({ href: address.formPage(service), text: serviceContracts[service].name })),
)

/** A link to an account page. */
interface AccountLink {
  readonly href: string
  readonly text: string
  /** Label and icon path of a link that the bottom navigation of phones shows outside "More". */
  readonly phone?: { readonly text: string; readonly icon: string }
}

const userLinks: readonly AccountLink[] = Object.freeze([
  {
    href: address.dashboard,
    text: 'Overview',
    phone: { text: 'Home', icon: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z' },
  },
  { href: address.home, text: 'Pay', phone: { text: 'Pay', icon: 'M13 3L5 14h6l-1 7 9-12h-7z' } },
  { href: address.beneficiaries, text: 'Beneficiaries' },
  {
    href: address.transactions,
    text: 'Transactions',
    phone: { text: 'History', icon: 'M12 3a9 9 0 110 18 9 9 0 010-18zM12 7v5l3 2' },
  },
  {
    href: address.wallet,
    text: 'Wallet',
    phone: { text: 'Wallet', icon: 'M18 7V4H6a3 3 0 000 6M3 7v10a3 3 0 003 3h15V10H6M17 15h.01' },
  },
  { href: address.cards, text: 'Cards' },
  { href: address.referral, text: 'Referral' },
  { href: address.tickets, text: 'Support' },
  { href: address.settings, text: 'Settings' },
])
const companyLinks: readonly AccountLink[] = Object.freeze([
  ...userLinks.slice(0, 4),
  { href: address.bulk, text: 'Bulk' },
  ...userLinks.slice(4),
])

/** Links to the account pages: a row below the header, or the bottom navigation. Bulk purchases are for companies. */
export const accountNavigation = (isCompany: boolean) => (isCompany ? companyLinks : userLinks)
