import type { Dialect, Driver } from 'kysely'
import { assertOutsideTransaction } from './context.ts'

/**
 * The same dialect, whose plain connection refuses to be used inside a transaction. Kysely would make
 * such a query wait for the embedded database's only connection before it asks us, for ever; so we
 * tell it that there are many, and lend the one to a query or transaction at a time ourselves.
 */
export function watched(dialect: Dialect, oneAtATime: boolean): Dialect {
  return {
    createAdapter: () =>
      new Proxy(dialect.createAdapter(), {
        get: (target, name) => (name === 'supportsMultipleConnections' ? true : bound(target, name)),
      }),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => watchedDriver(dialect.createDriver(), oneAtATime),
  }
}

function bound<T extends object>(target: T, name: string | symbol): unknown {
  const value = Reflect.get(target, name, target)
  return typeof value === 'function' ? value.bind(target) : value
}

function watchedDriver(driver: Driver, oneAtATime: boolean): Driver {
  let last: Promise<void> = Promise.resolve()
  let handBack = () => {}
  return new Proxy(driver, {
    get(target, name) {
      if (name === 'acquireConnection') {
        return async (...given: Parameters<Driver['acquireConnection']>) => {
          assertOutsideTransaction('The plain connection was used')
          if (oneAtATime) {
            const before = last
            const turn = Promise.withResolvers<void>()
            last = turn.promise
            await before
            handBack = turn.resolve
          }
          return target.acquireConnection(...given)
        }
      }
      if (name === 'releaseConnection') {
        return async (...given: Parameters<Driver['releaseConnection']>) => {
          await target.releaseConnection(...given)
          handBack()
        }
      }
      return bound(target, name)
    },
  })
}
