import type { Dialect, Driver } from 'kysely'
import { assertOutsideTransaction } from './transaction-context.ts'

/**
 * Wraps a dialect so that its plain connection throws inside a transaction. Kysely would wait for the embedded
 * database's only connection before this check and deadlock. The wrapper therefore reports multiple connections and
 * lends the single connection to one query or transaction at a time.
 */
export function guardedDialect(dialect: Dialect, isSerial: boolean): Dialect {
  return {
    createAdapter: () =>
      new Proxy(dialect.createAdapter(), {
        get: (target, name) => {
          if (name === 'supportsMultipleConnections') return true
          return migrationLocks.has(name) ? async () => {} : bindMember(target, name)
        },
      }),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => guardedDriver(dialect.createDriver(), isSerial),
  }
}

/**
 * Kysely's migration lock belongs to a session, which PgBouncer in transaction mode shares between clients; `migrate`
 * uses a transaction-level lock instead.
 */
const migrationLocks: ReadonlySet<string | symbol> = new Set(['acquireMigrationLock', 'releaseMigrationLock'])

function bindMember<T extends object>(target: T, name: string | symbol): unknown {
  const value = Reflect.get(target, name, target)
  return typeof value === 'function' ? value.bind(target) : value
}

function guardedDriver(driver: Driver, isSerial: boolean): Driver {
  let queue: Promise<void> = Promise.resolve()
  let releaseSlot = () => {}
  return new Proxy(driver, {
    get(target, name) {
      if (name === 'acquireConnection') {
        return async (...args: Parameters<Driver['acquireConnection']>) => {
          assertOutsideTransaction('The plain connection was used')
          if (isSerial) {
            const previous = queue
            const slot = Promise.withResolvers<void>()
            queue = slot.promise
            await previous
            releaseSlot = slot.resolve
          }
          return target.acquireConnection(...args)
        }
      }
      if (name === 'releaseConnection') {
        return async (...args: Parameters<Driver['releaseConnection']>) => {
          await target.releaseConnection(...args)
          releaseSlot()
        }
      }
      return bindMember(target, name)
    },
  })
}
