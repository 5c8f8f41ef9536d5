import type { ComponentType } from 'react'
import type { IslandProps } from './pages.ts'

type Loaders = { [Name in keyof IslandProps]: () => Promise<{ default: ComponentType<IslandProps[Name]> }> }

/** Every island by its name, each in a chunk of its own. */
export const islands: Loaders = {
  chooser: () => import('./chooser/chooser.tsx'),
  'power-form': () => import('./power/form.tsx'),
  'power-details': () => import('./power/details.tsx'),
  'cabletv-form': () => import('./cabletv/form.tsx'),
  'cabletv-details': () => import('./cabletv/details.tsx'),
  'cabletv-success': () => import('./cabletv/success.tsx'),
  'airtime-form': () => import('./airtime/form.tsx'),
  'airtime-details': () => import('./airtime/details.tsx'),
  'airtime-success': () => import('./airtime/success.tsx'),
  'data-form': () => import('./data/form.tsx'),
  'data-details': () => import('./data/details.tsx'),
  'data-success': () => import('./data/success.tsx'),
  'education-form': () => import('./education/form.tsx'),
  'education-details': () => import('./education/details.tsx'),
  'education-success': () => import('./education/success.tsx'),
  process: () => import('./purchase/process.tsx'),
  'power-success': () => import('./power/success.tsx'),
  'print-receipt': () => import('./power/print-receipt.tsx'),
  register: () => import('./account/register.tsx'),
  'verify-email': () => import('./account/verify-email.tsx'),
  login: () => import('./account/login.tsx'),
  'forgot-password': () => import('./account/forgot-password.tsx'),
  'reset-password': () => import('./account/reset-password.tsx'),
  dashboard: () => import('./account/dashboard.tsx'),
  wallet: () => import('./account/wallet.tsx'),
  'wallet-result': () => import('./account/wallet-result.tsx'),
}
