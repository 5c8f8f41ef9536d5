import type { KyselyPlugin, RootOperationNode } from 'kysely'
import type { Config } from '../../server/config.ts'
import type { Database } from '../../server/database/index.ts'
import type { Counterparties } from '../../server/features.ts'
import { impatient } from './counterparties.ts'

/** The process is dead: what it does from now on does not happen. */
export class Crash extends Error {}

/** The calls that only look at what is at hand; every other call of a counterparty goes outside. */
const inside = new Set(['authentic', 'hint', 'requestId', 'mayResend'])

/**
 * A composition root that dies at one boundary: before or after a commit, before or after a call to a
 * counterparty. Boundaries are counted from `arm` on, in the order in which they are reached.
 * @param at Infinity for one that lives
 */
export function crashing(at: number, alive: (config: Config) => Counterparties = impatient) {
  let armed = false
  let passed = 0
  let busy = 0
  let lastAt = 0
  const state: { diedAt: string | null } = { diedAt: null }

  const live = () => {
    lastAt = performance.now()
    if (state.diedAt) throw new Crash(`dead since ${state.diedAt}`)
  }
  const pass = (boundary: string) => {
    live()
    if (!armed || ++passed !== at) return
    state.diedAt = boundary
    throw new Crash(boundary)
  }
  const working = async <T>(work: () => Promise<T>): Promise<T> => {
    busy++
    try {
      return await work()
    } finally {
      busy--
      lastAt = performance.now()
    }
  }

  const wrap = (db: Database): Database => ({
    ...db,
    q: db.q.withPlugin(watching(live, pass)),
    inTransaction: (work) =>
      working(async () => {
        live()
        const result = await db.inTransaction(async (tx) => {
          const done = await work(tx)
          pass('before a commit')
          return done
        })
        pass('after a commit')
        return result
      }),
  })

  /** The same counterparty, called by somebody who may die before the call or after it. */
  const mortal = <T extends object>(party: T, called: string): T =>
    new Proxy(party, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver)
        if (name === 'banking' && typeof value === 'object' && value) return mortal(value, called)
        if (typeof value !== 'function' || inside.has(String(name))) return value
        return (...given: unknown[]) =>
          working(async () => {
            pass(`before ${called} ${String(name)}`)
            const answer: unknown = await Reflect.apply(value, target, given)
            pass(`after ${called} ${String(name)}`)
            return answer
          })
      },
    })

  return {
    state,
    wrap,
    counterparties(config: Config): Counterparties {
      const { gateways = {}, vendors = {} } = alive(config)
      return { gateways: eachOf(gateways, mortal), vendors: eachOf(vendors, mortal) }
    },
    arm() {
      armed = true
    },
    /** Nothing was done for so long, and nothing is under way. */
    isQuiet: (forMs: number) => busy === 0 && performance.now() - lastAt >= forMs,
  }
}

export type Crashing = ReturnType<typeof crashing>

const eachOf = <T>(
  parties: Partial<Record<string, T>>,
  change: (party: T, name: string) => T,
): Partial<Record<string, T>> =>
  Object.fromEntries(Object.entries(parties).map(([name, party]) => [name, party && change(party, name)]))

/** Single statements are commits too: those that changed a row are boundaries. */
function watching(live: () => void, pass: (boundary: string) => void): KyselyPlugin {
  const writing = new WeakSet<object>()
  return {
    transformQuery({ node, queryId }) {
      live()
      if (writes(node)) writing.add(queryId)
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

function writes(node: RootOperationNode): boolean {
  if (node.kind === 'RawNode')
    return /\b(insert into|update|delete from)\b/i.test(node.sqlFragments.join(' '))
  return node.kind === 'InsertQueryNode' || node.kind === 'UpdateQueryNode' || node.kind === 'DeleteQueryNode'
}
