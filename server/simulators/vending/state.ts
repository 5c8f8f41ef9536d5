import type { Journal } from '../journal.ts'
import type { ProviderRecords } from '../provider.ts'

/** A purchase that a vendor accepted or rejected under a request id. Amounts in whole kobo, times in ISO. */
export interface Vend {
  readonly requestId: string
  readonly transactionId: string
  /** The vendor's own codes. */
  readonly serviceID: string
  readonly variation: string
  readonly billersCode: string
  readonly phone: string
  /** Number of items; defaults to 1. */
  readonly quantity?: number
  /** The requested amount; the next two fields are what was vended. */
  readonly amountKobo: number
  readonly vendedKobo: number
  readonly vendedBeneficiary: string
  readonly receivedAt: string
  /** Pending until this time, then `end`. */
  readonly settlesAt: string
  readonly end: 'delivered' | 'failed' | 'reversed' | 'pending'
  /** When the delivery is reversed and the float refunded; never when absent. */
  readonly reversesAt?: string
  /** The vendor's code of the final result. */
  readonly code: string
  /** Number of requeries that still report the request id as unknown. */
  readonly hiddenRequeries: number
  /** The requery key, when it is not the request id. */
  readonly requeryKey?: string
  /** The service, when one vendor code covers several. */
  readonly vertical?: string
}

export type VendStatus = 'pending' | 'delivered' | 'failed' | 'reversed'

export type VendingEvent =
  | { kind: 'vended'; vend: Vend }
  | { kind: 'requeried'; requestId: string }
  | { kind: 'float_opened'; amountKobo: number }

/** Vendor-specific settings. */
export interface VendorConfig {
  readonly party: string
  /** The vendor's commission on an amount. */
  readonly commissionKobo: (amountKobo: number) => number
}

const openingFloatKobo = 100_000_000_000

/** A vendor's purchases, derived from its events only. */
export class VendingState {
  readonly #journal: Journal
  readonly #config: VendorConfig
  readonly #vends = new Map<string, Vend>()
  readonly #byRequeryKey = new Map<string, Vend>()
  readonly #requeryCounts = new Map<string, number>()
  readonly #lastVendedAt = new Map<string, number>()
  /** Deliveries that are reversed later. */
  #reversible: Vend[] = []
  #floatKobo = openingFloatKobo

  constructor(journal: Journal, config: VendorConfig) {
    this.#journal = journal
    this.#config = config
  }

  record(event: VendingEvent): void {
    this.apply(event)
    this.#journal.append(this.#config.party, event)
  }

  apply(event: VendingEvent): void {
    if (event.kind === 'requeried') {
      this.#requeryCounts.set(event.requestId, (this.#requeryCounts.get(event.requestId) ?? 0) + 1)
      return
    }
    if (event.kind === 'float_opened') {
      this.#floatKobo = event.amountKobo
      return
    }
    const { vend } = event
    this.#vends.set(vend.requestId, vend)
    if (vend.requeryKey) this.#byRequeryKey.set(vend.requeryKey, vend)
    if (vend.end === 'failed' || vend.end === 'reversed') return
    this.#floatKobo -= this.#costOf(vend)
    if (vend.reversesAt) this.#reversible.push(vend)
    this.#lastVendedAt.set(`${vend.serviceID} ${vend.billersCode}`, Date.parse(vend.receivedAt))
  }

  reset(): void {
    this.#vends.clear()
    this.#byRequeryKey.clear()
    this.#requeryCounts.clear()
    this.#lastVendedAt.clear()
    this.#reversible = []
    this.#floatKobo = openingFloatKobo
  }

  vend(requestId: string): Vend | undefined {
    return this.#vends.get(requestId)
  }

  vendByRequeryKey(requeryKey: string): Vend | undefined {
    return this.#byRequeryKey.get(requeryKey)
  }

  /** Replaces the opening float. Without effect once there are vends. */
  openFloat(amountKobo: number): void {
    if (this.#vends.size === 0) this.record({ kind: 'float_opened', amountKobo })
  }

  /** True while a requery must report this vend as unknown. */
  isHidden(vend: Vend): boolean {
    return (this.#requeryCounts.get(vend.requestId) ?? 0) < vend.hiddenRequeries
  }

  hasVendedWithin(serviceID: string, billersCode: string, seconds: number): boolean {
    const servedAt = this.#lastVendedAt.get(`${serviceID} ${billersCode}`)
    return servedAt !== undefined && Date.now() - servedAt < seconds * 1_000
  }

  get floatKobo(): number {
    const reversedVends = this.#reversible.filter((vend) => statusOf(vend) === 'reversed')
    return this.#floatKobo + reversedVends.reduce((kobo, vend) => kobo + this.#costOf(vend), 0)
  }

  #costOf({ vendedKobo }: Vend): number {
    return vendedKobo - this.#config.commissionKobo(vendedKobo)
  }

  records(): ProviderRecords {
    const deliveries = [...this.#vends.values()]
      .filter((vend) => statusOf(vend) === 'delivered')
      .map((vend) => ({
        party: this.#config.party,
        reference: vend.transactionId,
        orderReference: null,
        requestId: vend.requestId,
        amountKobo: vend.vendedKobo,
        currency: 'NGN',
        to: vend.vendedBeneficiary,
        at: vend.settlesAt,
      }))
    return { captures: [], refunds: [], deliveries }
  }
}

/** Time alone moves a vend from pending to its end, and one that is reversed from there. */
export function statusOf(vend: Vend, now = Date.now()): VendStatus {
  if (vend.reversesAt && Date.parse(vend.reversesAt) <= now) return 'reversed'
  return Date.parse(vend.settlesAt) <= now ? vend.end : 'pending'
}
