import type { Journal } from '../journal.ts'
import type { Truth } from '../party.ts'

/** One purchase that a vendor accepted or refused under a request id. Money is whole kobo, times are ISO. */
export interface Vend {
  readonly requestId: string
  readonly transactionId: string
  /** The vendor's own codes. */
  readonly serviceID: string
  readonly variation: string
  readonly billersCode: string
  readonly phone: string
  /** Pieces; one where absent. */
  readonly quantity?: number
  /** What was asked for; the two below are what was really served. */
  readonly amountKobo: number
  readonly servedKobo: number
  readonly servedTo: string
  readonly receivedAt: string
  /** Pending until then, the end after it. */
  readonly settlesAt: string
  readonly end: 'delivered' | 'failed' | 'reversed' | 'pending'
  /** What was delivered is taken back then, and our float given back; never where absent. */
  readonly reversesAt?: string
  /** Their code once it has ended. */
  readonly code: string
  /** So many requeries still say that the request id is unknown. */
  readonly hiddenFor: number
  /** By what it is asked about, where that is not the request id. */
  readonly handle?: string
  /** What kind of thing, where one code of theirs serves several. */
  readonly vertical?: string
}

export type Standing = 'pending' | 'delivered' | 'failed' | 'reversed'

export type Event = { kind: 'vended'; vend: Vend } | { kind: 'asked'; requestId: string }

/** What makes one vendor's books differ from another's. */
export interface Books {
  readonly party: string
  /** Their discount on an amount. */
  readonly commissionKobo: (amountKobo: number) => number
}

const openingFloatKobo = 100_000_000_000

/** Everything that a vendor knows of purchases, made of its events alone. */
export class State {
  readonly #journal: Journal
  readonly #books: Books
  readonly #vends = new Map<string, Vend>()
  readonly #byHandle = new Map<string, Vend>()
  readonly #asked = new Map<string, number>()
  readonly #lastServed = new Map<string, number>()
  /** Those that are taken back sooner or later. */
  #takenBack: Vend[] = []
  #floatKobo = openingFloatKobo

  constructor(journal: Journal, books: Books) {
    this.#journal = journal
    this.#books = books
  }

  record(event: Event): void {
    this.apply(event)
    this.#journal.append(this.#books.party, event)
  }

  apply(event: Event): void {
    if (event.kind === 'asked') {
      this.#asked.set(event.requestId, (this.#asked.get(event.requestId) ?? 0) + 1)
      return
    }
    const { vend } = event
    this.#vends.set(vend.requestId, vend)
    if (vend.handle) this.#byHandle.set(vend.handle, vend)
    if (vend.end === 'failed' || vend.end === 'reversed') return
    this.#floatKobo -= this.#costOf(vend)
    if (vend.reversesAt) this.#takenBack.push(vend)
    this.#lastServed.set(`${vend.serviceID} ${vend.billersCode}`, Date.parse(vend.receivedAt))
  }

  reset(): void {
    this.#vends.clear()
    this.#byHandle.clear()
    this.#asked.clear()
    this.#lastServed.clear()
    this.#takenBack = []
    this.#floatKobo = openingFloatKobo
  }

  vend(requestId: string): Vend | undefined {
    return this.#vends.get(requestId)
  }

  vendBy(handle: string): Vend | undefined {
    return this.#byHandle.get(handle)
  }

  /** True while a requery must still say that it never saw this vend. */
  hides(vend: Vend): boolean {
    return (this.#asked.get(vend.requestId) ?? 0) < vend.hiddenFor
  }

  servedWithin(serviceID: string, billersCode: string, seconds: number): boolean {
    const at = this.#lastServed.get(`${serviceID} ${billersCode}`)
    return at !== undefined && Date.now() - at < seconds * 1_000
  }

  get floatKobo(): number {
    const back = this.#takenBack.filter((vend) => standingOf(vend) === 'reversed')
    return this.#floatKobo + back.reduce((kobo, vend) => kobo + this.#costOf(vend), 0)
  }

  #costOf({ servedKobo }: Vend): number {
    return servedKobo - this.#books.commissionKobo(servedKobo)
  }

  truth(): Truth {
    const deliveries = [...this.#vends.values()]
      .filter((vend) => standingOf(vend) === 'delivered')
      .map((vend) => ({
        party: this.#books.party,
        reference: vend.transactionId,
        orderReference: null,
        requestId: vend.requestId,
        amountKobo: vend.servedKobo,
        currency: 'NGN',
        to: vend.servedTo,
        at: vend.settlesAt,
      }))
    return { captures: [], refunds: [], deliveries }
  }
}

/** Time alone moves a vend from pending to its end, and one that is taken back from there. */
export function standingOf(vend: Vend, now = Date.now()): Standing {
  if (vend.reversesAt && Date.parse(vend.reversesAt) <= now) return 'reversed'
  return Date.parse(vend.settlesAt) <= now ? vend.end : 'pending'
}
