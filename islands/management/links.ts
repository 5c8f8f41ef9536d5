import type { ReactNode } from 'react'
import type { Overview } from '../../shared/management/overview.ts'
import { AlertIcon, ChatIcon, MailIcon, PhoneIcon, PlusIcon, WalletIcon } from '../ui/index.ts'
import {
  ArrowsIcon,
  ChartIcon,
  ClipboardIcon,
  ClockIcon,
  PowerIcon,
  ServerIcon,
  SlidersIcon,
  TvIcon,
  UsersIcon,
} from './menu-icons.tsx'

export interface MenuLink {
  href: string
  text: string
  Icon: () => ReactNode
  /** Field of the overview with the number of open items, and the words after the number. */
  count?: { field: keyof Pick<Overview, 'reviews' | 'open_breaks' | 'open_tickets'>; unit: string }
}
interface MenuGroup {
  title: string
  links: readonly MenuLink[]
}

const groups = [
  {
    title: 'Work',
    links: [
      { href: '/management', text: 'Overview', Icon: ChartIcon },
      {
        href: '/management/reviews',
        text: 'Reviews',
        Icon: AlertIcon,
        count: { field: 'reviews', unit: 'in review' },
      },
      {
        href: '/management/tickets',
        text: 'Tickets',
        Icon: ChatIcon,
        count: { field: 'open_tickets', unit: 'open' },
      },
    ],
  },
  {
    title: 'Orders and money',
    links: [
      { href: '/management/transactions', text: 'Transactions', Icon: ArrowsIcon },
      { href: '/management/top-ups', text: 'Wallet top-ups', Icon: WalletIcon },
      {
        href: '/management/reconciliation',
        text: 'Reconciliation',
        Icon: ClipboardIcon,
        count: { field: 'open_breaks', unit: 'open' },
      },
    ],
  },
  {
    title: 'Actions',
    links: [
      { href: '/management/power', text: 'Buy power', Icon: PowerIcon },
      { href: '/management/cabletv', text: 'Buy cable TV', Icon: TvIcon },
      { href: '/management/wallet/top-up', text: 'Credit a wallet', Icon: PlusIcon },
      { href: '/management/messages/email', text: 'Send email', Icon: MailIcon },
      { href: '/management/messages/sms', text: 'Send SMS', Icon: PhoneIcon },
    ],
  },
  {
    title: 'People and settings',
    links: [
      { href: '/management/users', text: 'Users', Icon: UsersIcon },
      { href: '/management/configs', text: 'Providers', Icon: ServerIcon },
      { href: '/management/figures', text: 'Fees & limits', Icon: SlidersIcon },
      { href: '/management/audit-logs', text: 'Audit log', Icon: ClockIcon },
    ],
  },
] as const satisfies readonly MenuGroup[]

export type ManagementPath = (typeof groups)[number]['links'][number]['href']
/** Back office pages by group, in menu order. */
export const menuGroups: readonly MenuGroup[] = groups
