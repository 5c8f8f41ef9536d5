import { services } from '../../shared/constants.ts'
import * as pages from '../../shared/pages.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { webTexts } from './texts.ts'

/** Links to the services, for the header. */
export const navigationLinks = (): { href: string; text: string }[] =>
  services.map((service) => ({ href: pages.formPageUrl(service), text: serviceContracts[service].name }))

/** A link to an account page. */
interface AccountLink {
  readonly href: string
  readonly text: string
  /** Label and icon path of a link that the bottom navigation of phones shows outside "More". */
  readonly phone?: { readonly text: string; readonly icon: string }
}

const userLinks = (): AccountLink[] => [
  {
    href: pages.dashboardPath,
    text: webTexts.dashboardLink(),
    phone: { text: webTexts.dashboardPhoneLink(), icon: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z' },
  },
  {
    href: pages.homePath,
    text: webTexts.payLink(),
    phone: { text: webTexts.payPhoneLink(), icon: 'M13 3L5 14h6l-1 7 9-12h-7z' },
  },
  { href: pages.beneficiariesPath, text: webTexts.beneficiariesLink() },
  {
    href: pages.transactionsPath,
    text: webTexts.transactionsLink(),
    phone: { text: webTexts.transactionsLink(), icon: 'M12 3a9 9 0 110 18 9 9 0 010-18zM12 7v5l3 2' },
  },
  {
    href: pages.walletPath,
    text: webTexts.walletLink(),
    phone: {
      text: webTexts.walletPhoneLink(),
      icon: 'M18 7V4H6a3 3 0 000 6M3 7v10a3 3 0 003 3h15V10H6M17 15h.01',
    },
  },
  { href: pages.schedulesPath, text: webTexts.schedulesLink() },
  { href: pages.cardsPath, text: webTexts.cardsLink() },
  { href: pages.paymentRequestsPath, text: webTexts.paymentRequestsLink() },
  { href: pages.referralPath, text: webTexts.referralLink() },
  { href: pages.ticketsPath, text: webTexts.ticketsLink() },
  { href: pages.settingsPath, text: webTexts.settingsLink() },
]

function companyLinks(): AccountLink[] {
  const links = userLinks()
  return links.toSpliced(4, 0, { href: pages.bulkPath, text: webTexts.bulkLink() })
}

const orderPaths: ReadonlySet<string> = new Set([
  ...services.flatMap((service) =>
    ['process', 'successful'].map((name) => `${pages.servicePath(service)}/transactions/${name}`),
  ),
  pages.reportPath,
  pages.refundAccountPath,
])

/** True for pages on which a signed-in user has the account navigation: account pages and the pages of an order. */
export const hasAccountNavigation = (path: string): boolean =>
  path === '/account' || path.startsWith('/account/') || orderPaths.has(path)

/** Links to the account pages: a row below the header, or the bottom navigation. Bulk purchases are for companies. */
export const accountNavigation = (isCompany: boolean) => (isCompany ? companyLinks() : userLinks())
