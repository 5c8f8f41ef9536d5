import { demoUsers, seedDemoUsers } from '../accounts/index.ts'
import { beforeDemoMonth, loadDemoMonth, sendOpeningFloats } from '../demo/index.ts'
import { openFloats } from '../operations/index.ts'
import { seedDemoCard } from '../wallet/index.ts'
import type { Dependencies } from './dependencies.ts'

/** Price lists are refreshed every six hours; a start refreshes lists that are older. */
const catalogueMaxAgeSeconds = 6 * 60 * 60

/** Loads price lists in the background at the start, and in simulated mode the demo users and their data. */
export function createStartupData({ context, deps, secrets }: Dependencies) {
  const { config, db, log, settings } = context
  const { runInBackground, catalogue, vendors } = deps
  /** The demo orders need both. */
  let openingBalances: Promise<unknown> = Promise.resolve()
  let refreshedCatalogue: Promise<unknown> = Promise.resolve()
  return {
    async load() {
      if (config.mode === 'simulated') {
        const fundedAt = config.loadsDemoData ? beforeDemoMonth() : undefined
        await seedDemoUsers(db, fundedAt)
        await seedDemoCard(db, secrets, demoUsers[0]?.email ?? '')
        openingBalances = config.loadsDemoData
          ? sendOpeningFloats(db, config.simulatorsUrl).then(() => openFloats({ db, vendors }, fundedAt))
          : openFloats({ db, vendors })
        runInBackground('opening-balances', () => openingBalances)
      }
      refreshedCatalogue = catalogue.refresh({ olderThanSeconds: catalogueMaxAgeSeconds })
      runInBackground('catalogue', () => refreshedCatalogue)
    },
    loadDemoMonth() {
      const { mode, loadsDemoData, simulatorsUrl, guestEmail } = config
      if (mode !== 'simulated' || !loadsDemoData) return
      runInBackground('demo-month', async () => {
        await Promise.all([openingBalances, refreshedCatalogue])
        await loadDemoMonth({ db, settings, log, simulatorsUrl, guestEmail })
      })
    },
  }
}
