import type { Journal } from '../journal.ts'

/** What an access token was given for: it buys this, once. */
export interface Lookup {
  readonly accessToken: string
  /** Meter and company, or smartcard, network and bouquet. */
  readonly about: string
}

/** The access tokens that were given, kept over a restart. */
export class Lookups {
  readonly party = 'irecharge.lookups'
  readonly #journal: Journal
  readonly #given = new Map<string, Lookup>()

  constructor(journal: Journal) {
    this.#journal = journal
  }

  give(lookup: Lookup): void {
    this.apply(lookup)
    this.#journal.append(this.party, lookup)
  }

  apply(lookup: Lookup): void {
    this.#given.set(lookup.accessToken, lookup)
  }

  isFor(accessToken: string, about: string): boolean {
    return this.#given.get(accessToken)?.about === about
  }

  reset(): void {
    this.#given.clear()
  }
}
