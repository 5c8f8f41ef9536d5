import type { ReactNode } from 'react'
import type { pageEndpoints } from '../../shared/management/endpoint-scopes.ts'
import type { Overview } from '../../shared/management/overview.ts'
import { AlertIcon, ChatIcon, MailIcon, PhoneIcon, PlusIcon, WalletIcon } from '../ui/index.ts'
import {
  ArrowsIcon,
  ChartIcon,
  ClipboardIcon,
  ClockIcon,
  CoinsIcon,
  FloatIcon,
  GlobeIcon,
  LinkIcon,
  PowerIcon,
  ServerIcon,
  ShieldIcon,
  SlidersIcon,
  TvIcon,
  TwoUsersIcon,
  UsersIcon,
} from './menu-icons.tsx'
import { menuTexts } from './menu-texts.ts'

export interface MenuLink {
  href: keyof typeof pageEndpoints
  /** Filters of the page: the link is current while they are in the URL. */
  filters?: string
  text: () => string
  Icon: () => ReactNode
  /** The number of open items, and how the menu shows it. */
  count?: {
    countIn: (overview: Overview) => number
    text: typeof menuTexts.openCount
  }
}
interface MenuGroup {
  title: () => string
  links: readonly MenuLink[]
}

/** Filters of the list of unallocated funds, which is a part of the reconciliation page. */
export const unallocatedFunds = 'kind=unallocated_funds'
/** The same for payments that a gateway has not paid out. */
export const unsettledPayments = 'kind=unsettled'

const countApprovals = ({ pending_approvals: approvals }: Overview): number =>
  approvals.reduce((sum, { count }) => sum + count, 0)

const groups = [
  {
    title: menuTexts.work,
    links: [
      {
        href: '/management',
        text: menuTexts.overview,
        Icon: ChartIcon,
        count: { countIn: ({ outages }) => outages.length, text: menuTexts.outageCount },
      },
      {
        href: '/management/reviews',
        text: menuTexts.reviews,
        Icon: AlertIcon,
        count: { countIn: ({ reviews }) => reviews, text: menuTexts.reviewCount },
      },
      {
        href: '/management/approvals',
        text: menuTexts.approvals,
        Icon: TwoUsersIcon,
        count: { countIn: countApprovals, text: menuTexts.pendingCount },
      },
      {
        href: '/management/tickets',
        text: menuTexts.tickets,
        Icon: ChatIcon,
        count: { countIn: ({ open_tickets }) => open_tickets, text: menuTexts.openCount },
      },
      { href: '/management/payment-requests', text: menuTexts.paymentRequests, Icon: LinkIcon },
    ],
  },
  {
    title: menuTexts.ordersAndMoney,
    links: [
      { href: '/management/transactions', text: menuTexts.transactions, Icon: ArrowsIcon },
      { href: '/management/top-ups', text: menuTexts.topUps, Icon: WalletIcon },
      { href: '/management/money', text: menuTexts.money, Icon: FloatIcon },
      {
        href: '/management/reconciliation',
        text: menuTexts.reconciliation,
        Icon: ClipboardIcon,
        count: { countIn: ({ open_breaks }) => open_breaks, text: menuTexts.openCount },
      },
      {
        href: '/management/reconciliation',
        filters: unallocatedFunds,
        text: menuTexts.unallocatedFunds,
        Icon: CoinsIcon,
        count: { countIn: ({ open_unallocated_funds: count }) => count, text: menuTexts.openCount },
      },
    ],
  },
  {
    title: menuTexts.actions,
    links: [
      { href: '/management/power', text: menuTexts.buyPower, Icon: PowerIcon },
      { href: '/management/cabletv', text: menuTexts.buyCabletv, Icon: TvIcon },
      { href: '/management/wallet/top-up', text: menuTexts.creditWallet, Icon: PlusIcon },
      { href: '/management/messages/email', text: menuTexts.sendEmail, Icon: MailIcon },
      { href: '/management/messages/sms', text: menuTexts.sendSms, Icon: PhoneIcon },
    ],
  },
  {
    title: menuTexts.peopleAndSettings,
    links: [
      { href: '/management/users', text: menuTexts.users, Icon: UsersIcon },
      { href: '/management/configs', text: menuTexts.providers, Icon: ServerIcon },
      { href: '/management/figures', text: menuTexts.feesAndLimits, Icon: SlidersIcon },
      { href: '/management/translations', text: menuTexts.translations, Icon: GlobeIcon },
      { href: '/management/audit-logs', text: menuTexts.auditLog, Icon: ClockIcon },
      { href: '/management/sign-in', text: menuTexts.signIn, Icon: ShieldIcon },
    ],
  },
] as const satisfies readonly MenuGroup[]

export type ManagementPath = (typeof groups)[number]['links'][number]['href']
/** Back office pages by group, in menu order. */
export const menuGroups: readonly MenuGroup[] = groups
