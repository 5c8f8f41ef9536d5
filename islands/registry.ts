import type { ComponentProps, ComponentType } from 'react'
import type { Service } from '../shared/constants.ts'
import type { managementIslands } from './management-islands.ts'
import { serviceIslands } from './services.ts'

export const pageIslands = {
  chooser: () => import('./chooser/chooser.tsx'),
  'print-receipt': () => import('./power/print-receipt.tsx'),
  report: () => import('./orders/report.tsx'),
  'refund-account': () => import('./orders/refund-account.tsx'),
  'notify-me': () => import('./chooser/notify-me.tsx'),
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
  offline: () => import('./offline/page.tsx'),
  bulk: () => import('./bulk/page.tsx'),
  schedules: () => import('./schedules/page.tsx'),
}

type ServicePage = keyof (typeof serviceIslands)[Service]
type ServiceIslandName = `${Service}-${ServicePage}`
type ManagementIslands = typeof managementIslands
export type IslandName = keyof typeof pageIslands | keyof ManagementIslands | ServiceIslandName
type LoaderOf<Name extends IslandName> = Name extends keyof typeof pageIslands
  ? (typeof pageIslands)[Name]
  : Name extends keyof ManagementIslands
    ? ManagementIslands[Name]
    : Name extends `${infer S extends Service}-${infer P extends ServicePage}`
      ? (typeof serviceIslands)[S][P]
      : never

/** Props of every island by name. */
export type IslandProps = {
  [Name in IslandName]: ComponentProps<Awaited<ReturnType<LoaderOf<Name>>>['default']>
}
type IslandModule = { default: ComponentType<never> }
type Loaders = Record<string, () => Promise<IslandModule>>

/** Loads an island: a page's own, a service's ("education-form") or the back office's; undefined for none. */
export async function loadIsland(name: string): Promise<IslandModule | undefined> {
  const [group, page] = name.split('-') as [Service, ServicePage] | ['management']
  const load =
    group === 'management'
      ? ((await import('./management-islands.ts')).managementIslands as Loaders)[name]
      : ((pageIslands as Loaders)[name] ?? (page && serviceIslands[group]?.[page]))
  return load?.()
}
