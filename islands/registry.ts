import type { ComponentProps, ComponentType } from 'react'
import { type Service, services } from '../shared/constants.ts'
import { serviceIslands } from './services.ts'

const pageIslands = {
  chooser: () => import('./chooser/chooser.tsx'),
  'print-receipt': () => import('./power/print-receipt.tsx'),
  report: () => import('./orders/report.tsx'),
  'refund-account': () => import('./orders/refund-account.tsx'),
  'tell-me': () => import('./chooser/notify-me.tsx'),
  register: () => import('./account/register.tsx'),
  'verify-email': () => import('./account/verify-email.tsx'),
  login: () => import('./account/login.tsx'),
  'forgot-password': () => import('./account/forgot-password.tsx'),
  'reset-password': () => import('./account/reset-password.tsx'),
  dashboard: () => import('./dashboard/page.tsx'),
  wallet: () => import('./account/wallet.tsx'),
  'wallet-result': () => import('./account/wallet-result.tsx'),
  beneficiaries: () => import('./beneficiaries/page.tsx'),
  notifications: () => import('./notifications/page.tsx'),
  transactions: () => import('./history/page.tsx'),
  tickets: () => import('./tickets/page.tsx'),
  cards: () => import('./account/cards.tsx'),
  referral: () => import('./referral/page.tsx'),
  settings: () => import('./settings/page.tsx'),
  bulk: () => import('./bulk/page.tsx'),
  'management-overview': () => import('./management/overview.tsx'),
  'management-transactions': () => import('./management/transactions.tsx'),
  'management-order': () => import('./management/order.tsx'),
  'management-reviews': () => import('./management/reviews.tsx'),
  'management-power': () => import('./management/power.tsx'),
  'management-cabletv': () => import('./management/cabletv.tsx'),
  'management-top-up': () => import('./management/top-up.tsx'),
  'management-top-ups': () => import('./management/top-ups.tsx'),
  'management-users': () => import('./management/users.tsx'),
  'management-user': () => import('./management/user.tsx'),
  'management-tickets': () => import('./management/tickets.tsx'),
  'management-email': () => import('./management/email.tsx'),
  'management-sms': () => import('./management/sms.tsx'),
  'management-configs': () => import('./management/configs.tsx'),
  'management-figures': () => import('./management/fees-and-limits.tsx'),
  'management-reconciliation': () => import('./management/reconciliation.tsx'),
  'management-audit-logs': () => import('./management/audit-logs.tsx'),
}

type ServicePage = keyof (typeof serviceIslands)[Service]
type ServiceIslandName = `${Service}-${ServicePage}`
export type IslandName = keyof typeof pageIslands | ServiceIslandName
type LoaderOf<Name extends IslandName> = Name extends keyof typeof pageIslands
  ? (typeof pageIslands)[Name]
  : Name extends `${infer S extends Service}-${infer P extends ServicePage}`
    ? (typeof serviceIslands)[S][P]
    : never

/** Props of every island by name. */
export type IslandProps = {
  [Name in IslandName]: ComponentProps<Awaited<ReturnType<LoaderOf<Name>>>['default']>
}
type LoadIsland = () => Promise<{ default: ComponentType<never> }>

/** The loader of an island: a page's own, or a service's: "education-form". Undefined for an unknown name. */
export function loaderOf(name: string): LoadIsland | undefined {
  const [service, page] = name.split('-') as [Service, ServicePage]
  return (pageIslands as Record<string, LoadIsland>)[name] ?? serviceIslands[service]?.[page]
}

export const islandNames = () => [
  ...(Object.keys(pageIslands) as IslandName[]),
  ...services.flatMap((service) =>
    (Object.keys(serviceIslands[service]) as ServicePage[]).map((page): IslandName => `${service}-${page}`),
  ),
]
