import type { ComponentType } from 'react'
import type { IslandProps } from './pages.ts'

type Loaders = { [Name in keyof IslandProps]: () => Promise<{ default: ComponentType<IslandProps[Name]> }> }

/** Every island by its name, each in a chunk of its own. */
export const islands: Loaders = {
  chooser: () => import('./chooser/chooser.tsx'),
  'power-form': () => import('./power/form.tsx'),
  'power-details': () => import('./power/details.tsx'),
  process: () => import('./purchase/process.tsx'),
  'power-success': () => import('./power/success.tsx'),
  'print-receipt': () => import('./power/print-receipt.tsx'),
}
