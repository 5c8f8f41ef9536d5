import type { ServiceHealth } from '../../../shared/actions.ts'
import type { WebContext } from '../page.ts'
import type { TrustLine } from '../trust-line.ts'
import type { ServicePageDefinition, StoredOrderDetails } from './service-page.ts'
import { trustTexts } from './texts.ts'

interface Trust {
  readonly lines: readonly TrustLine[]
  /** Changes when a line does. */
  readonly cacheKey: readonly unknown[]
}

/** Sentences on the charge, the delivery, refunds, and the last hour's rate if it is known. */
export async function trustOf(
  { service, deliveryNote }: ServicePageDefinition,
  { data }: WebContext,
  details: StoredOrderDetails | null,
): Promise<Trust> {
  const health = (await data.health()).find((entry) => entry.service === service)
  const live = health ? liveLine(health) : null
  const lines: TrustLine[] = [
    charge(),
    { icon: 'delivery', text: deliveryNote(details), brief: null },
    refund(),
  ]
  return { lines: live ? [...lines, live] : lines, cacheKey: [live?.text] }
}

/** The same for the start page, where no service is chosen yet. */
export const siteTrust = ({ signedIn: isSignedIn }: { signedIn: boolean }): TrustLine[] => [
  charge(),
  refund(),
  ...(isSignedIn
    ? []
    : [{ icon: 'delivery', text: trustTexts.noAccount(), brief: trustTexts.noAccountBrief() } as const]),
]

const charge = (): TrustLine => ({
  icon: 'charge',
  text: trustTexts.oneCharge(),
  brief: trustTexts.oneChargeBrief(),
})
const refund = (): TrustLine => ({
  icon: 'refund',
  text: trustTexts.refunded(),
  brief: trustTexts.refundedBrief(),
})

/** Null while too few orders were measured. On a phone it is below the form, so that the first field is high. */
function liveLine({
  delivered_percent: percent,
  typical_seconds: seconds,
}: Pick<ServiceHealth, 'delivered_percent' | 'typical_seconds'>): TrustLine | null {
  if (percent === null) return null
  return { icon: 'live', text: rateText(percent, seconds), brief: null }
}

function rateText(percent: number, seconds: number | null): string {
  if (seconds === null) return trustTexts.deliveredRate({ percent })
  return seconds < 60
    ? trustTexts.typicalSeconds({ percent, count: seconds })
    : trustTexts.typicalMinutes({ percent, count: Math.round(seconds / 60) })
}
