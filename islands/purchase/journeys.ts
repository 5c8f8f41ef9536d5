import type { MeterType } from '../../shared/constants.ts'
import { home } from '../../shared/pages.ts'
import { processPower } from '../../shared/power.ts'

/** What the process screen needs to know of each service. A bill has no token to wait for. */
export const journeys = {
  power: {
    process: processPower,
    waits: (meterType: MeterType | null) =>
      meterType === 'postpaid' ? 'Paying your bill, please wait...' : 'Generating your token, please wait...',
    asks: (company: string, meterType: MeterType | null) =>
      meterType === 'postpaid'
        ? `Telling ${company} about your payment…`
        : `Asking ${company} for your token…`,
    follows: (meterType: MeterType | null) => (meterType === 'postpaid' ? 'The confirmation' : 'Your token'),
    startOver: { text: 'Re-confirm meter number', href: home },
  },
} as const
