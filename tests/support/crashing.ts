import type { KyselyPlugin } from 'kysely'
import type { Config } from '../../server/config.ts'
import type { Database } from '../../server/database/index.ts'
import type { Counterparties } from '../../server/features.ts'
import type { Gateway } from '../../server/payments/index.ts'
import type { Vendor } from '../../server/vending/index.ts'
import { impatient } from './counterparties.ts'

/** The process is dead: what it does from now on does not happen. */
export class Crash extends Error {}

const writes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])
const outside = new Set(['open', 'verify', 'refund', 'findRefunds', 'lookUp', 'vend', 'requery'])

/**
 * A composition root that dies at one boundary: before or after a commit, before or after a call to a
 * counterparty. Boundaries are counted from `arm` on, in the order in which they are reached.
 */
export function crashing(at: number) {
  let armed = false
  let passed = 0
  const state: { diedAt: string | null } = { diedAt: null }

  const live = () => {
    if (state.diedAt) throw new Crash(`dead since ${state.diedAt}`)
  }
  const pass = (boundary: string) => {
    live()
    if (!armed || ++passed !== at) return
    state.diedAt = boundary
    throw new Crash(boundary)
  }

  const wrap = (db: Database): Database => ({
    ...db,
    q: db.q.withPlugin(watching(live, pass)),
    async inTransaction(work) {
      live()
      const result = await db.inTransaction(async (tx) => {
        const done = await work(tx)
        pass('before a commit')
        return done
      })
      pass('after a commit')
      return result
    },
  })

  const counterparties = (config: Config): Counterparties => {
    const { gateways, vendors } = impatient(config)
    return {
      gateways: { paystack: mortal(gateways.paystack, pass) },
      vendors: { vtpass: mortal(vendors.vtpass, pass) },
    }
  }
  return {
    state,
    wrap,
    counterparties,
    arm() {
      armed = true
    },
  }
}

/** Single statements are commits too: those that changed a row are boundaries. */
function watching(live: () => void, pass: (boundary: string) => void): KyselyPlugin {
  const writing = new WeakSet<object>()
  return {
    transformQuery({ node, queryId }) {
      live()
      if (writes.has(node.kind)) writing.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      const changed = (result.numAffectedRows ?? 0n) > 0n || result.rows.length > 0
      if (writing.has(queryId) && changed) pass('after a statement')
      else live()
      return result
    },
  }
}

function mortal<T extends Gateway | Vendor>(party: T, pass: (boundary: string) => void): T {
  return new Proxy(party, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      if (typeof value !== 'function' || !outside.has(String(name))) return value
      return async (...given: unknown[]) => {
        pass(`before ${target.name} ${String(name)}`)
        const answer: unknown = await Reflect.apply(value, target, given)
        pass(`after ${target.name} ${String(name)}`)
        return answer
      }
    },
  })
}
