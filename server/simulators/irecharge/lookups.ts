import type { Journal } from '../journal.ts'

/** The purchase target of an access token; valid for one purchase. */
export interface Lookup {
  readonly accessToken: string
  /** Meter and company, or smartcard, network and bouquet. */
  readonly about: string
}

/** Issued access tokens, persisted across restarts. */
export class Lookups {
  readonly party = 'irecharge.lookups'
  readonly #journal: Journal
  readonly #lookups = new Map<string, Lookup>()

  constructor(journal: Journal) {
    this.#journal = journal
  }

  issue(lookup: Lookup): void {
    this.apply(lookup)
    this.#journal.append(this.party, lookup)
  }

  apply(lookup: Lookup): void {
    this.#lookups.set(lookup.accessToken, lookup)
  }

  isFor(accessToken: string, subject: string): boolean {
    return this.#lookups.get(accessToken)?.about === subject
  }

  reset(): void {
    this.#lookups.clear()
  }
}
