import type { ServiceHealth } from '../../../shared/actions.ts'
import type { WebContext } from '../page.ts'
import type { TrustLine } from '../trust-line.ts'
import type { ServicePageDefinition } from './service-page.ts'
import { trustTexts } from './texts.ts'

interface Trust {
  readonly lines: readonly TrustLine[]
  /** Changes when a line does. */
  readonly cacheKey: readonly unknown[]
}

/** Sentences on the charge, the delivery, refunds, and the last hour's rate if it is known. */
export async function trustOf(
  { service, arrival }: ServicePageDefinition,
  { data }: WebContext,
): Promise<Trust> {
  const health = (await data.health()).find((entry) => entry.service === service)
  const live = health ? liveText(health) : null
  const lines: TrustLine[] = [
    { icon: 'charge', text: trustTexts.oneCharge() },
    { icon: 'arrival', text: arrival() },
    { icon: 'refund', text: trustTexts.refunded() },
  ]
  return { lines: live ? [...lines, { icon: 'live', text: live }] : lines, cacheKey: [live] }
}

/** The same for the start page, where no service is chosen yet. */
export const siteTrust = (): TrustLine[] => [
  { icon: 'charge', text: trustTexts.oneCharge() },
  { icon: 'refund', text: trustTexts.refunded() },
  { icon: 'arrival', text: trustTexts.noAccount() },
]

/** Null while too few orders were measured. */
function liveText({
  delivered_percent: percent,
  typical_seconds: seconds,
}: Pick<ServiceHealth, 'delivered_percent' | 'typical_seconds'>): string | null {
  if (percent === null) return null
  if (seconds === null) return trustTexts.deliveredRate({ percent })
  return seconds < 60
    ? trustTexts.typicalSeconds({ percent, count: seconds })
    : trustTexts.typicalMinutes({ percent, count: Math.round(seconds / 60) })
}
