import type { Happens } from '../approvals/index.ts'
import type { Route } from '../http/index.ts'
import type { Scheduled } from '../jobs/index.ts'
import { keepSums } from '../ledger/index.ts'
import type { VendorWebhookParts } from '../vending/index.ts'
import { alarmOfWork } from './alarm.ts'
import { compareBooks, type Run } from './books/compare.ts'
import { doubts } from './books/doubt.ts'
import { writeFigures } from './books/figures.ts'
import { listSetApart } from './books/set-apart.ts'
import { giveApartAgreed } from './give-apart.ts'
import { watchHealth } from './health.ts'
import type { OperationsParts } from './parts.ts'
import { probePaused } from './probe.ts'
import { forgetOld } from './retention.ts'
import { refundAgreed } from './review-acts.ts'
import { operationsRoutes } from './routes.ts'
import type { Scope } from './rules/index.ts'
import { scanRules } from './scan.ts'
import { unstick } from './stuck.ts'
import { tellWhoWaits } from './tell-me.ts'

/** Running the shop: what is done again and again, what is done by the calendar, what managers ask. */
export interface Operations {
  readonly routes: readonly Route[]
  /** A second manager's yes to a refund. */
  readonly refundAgreed: Happens
  /** A second manager's yes to what becomes of money set apart. */
  readonly giveApartAgreed: Happens
  readonly jobs: readonly Scheduled[]
  /** Looks once at the vendors' health and at who waits for a service. @returns how much there was to do */
  watch(): Promise<number>
  /** Asks the rules of the books. @returns how many are broken */
  scan(scope?: Scope): Promise<number>
  /** Finds what waits for nothing, and puts on the lists what a person must see. @returns how much */
  unstick(): Promise<number>
  /** Compares the books with the counterparties. */
  compare(): Promise<Run>
  /** What a vendor tells of tries that are over. */
  readonly doubt: VendorWebhookParts['doubt']
  /** Writes the figures of the last days. */
  figures(): Promise<void>
  /** A turn of a work of the calendar failed. */
  workFailed(name: string): Promise<void>
}

export function createOperations(parts: OperationsParts): Operations {
  const it: Operations = {
    routes: operationsRoutes(parts),
    refundAgreed: refundAgreed(parts),
    giveApartAgreed: giveApartAgreed(parts),
    // In Lagos time.
    jobs: [
      { name: 'unstick', cron: '* * * * *', run: () => it.unstick(), withinSeconds: 50 },
      { name: 'scan-rules', cron: '*/5 * * * *', run: () => it.scan(), withinSeconds: 240 },
      { name: 'scan-all-rules', cron: '41 2 * * *', run: () => it.scan('all') },
      { name: 'forget-old', cron: '17 * * * *', run: () => forgetOld(parts.db) },
      { name: 'compare-books', cron: '7 * * * *', run: () => it.compare() },
      { name: 'daily-figures', cron: '23 1 * * *', run: () => it.figures() },
      { name: 'keep-sums', cron: '37 * * * *', run: () => keepSums(parts.db) },
    ],
    async watch() {
      const paused = await watchHealth(parts)
      const probed = await probePaused(parts)
      return paused + probed + (await tellWhoWaits(parts))
    },
    scan: (scope) => scanRules(parts, scope),
    unstick: async () => (await unstick(parts)) + (await listSetApart(parts)),
    compare: () => compareBooks(parts),
    doubt: doubts(parts),
    figures: () => writeFigures(parts),
    workFailed: (name) => alarmOfWork(parts, name),
  }
  return it
}
