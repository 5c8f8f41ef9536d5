import type { ComponentType } from 'react'
import type { Service } from '../shared/constants.ts'

type LoadIsland = () => Promise<{ default: ComponentType<never> }>

/** The islands of every service, each in its own chunk, in the file `<service>/<page>.tsx`. */
export const serviceIslands = {
  power: {
    form: () => import('./power/form.tsx'),
    details: () => import('./power/details.tsx'),
    process: () => import('./power/process.tsx'),
    success: () => import('./power/success.tsx'),
  },
  cabletv: {
    form: () => import('./cabletv/form.tsx'),
    details: () => import('./cabletv/details.tsx'),
    process: () => import('./cabletv/process.tsx'),
    success: () => import('./cabletv/success.tsx'),
  },
  airtime: {
    form: () => import('./airtime/form.tsx'),
    details: () => import('./airtime/details.tsx'),
    process: () => import('./airtime/process.tsx'),
    success: () => import('./airtime/success.tsx'),
  },
  data: {
    form: () => import('./data/form.tsx'),
    details: () => import('./data/details.tsx'),
    process: () => import('./data/process.tsx'),
    success: () => import('./data/success.tsx'),
  },
  education: {
    form: () => import('./education/form.tsx'),
    details: () => import('./education/details.tsx'),
    process: () => import('./education/process.tsx'),
    success: () => import('./education/success.tsx'),
  },
} as const satisfies Record<Service, Record<'form' | 'details' | 'process' | 'success', LoadIsland>>
