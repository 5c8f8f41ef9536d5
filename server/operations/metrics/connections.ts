import type { Database } from '../../database/index.ts'
import type { MetricsRegistry } from './registry.ts'

/** Use of the database connections of this process, by OpenTelemetry's names; the embedded database has no pool. */
export function registerConnectionMetrics(metrics: MetricsRegistry, db: Database): void {
  const pool = 'db_client_connection_pool_name'
  metrics.gauge({
    name: 'db_client_connection_count',
    help: 'Open database connections of this process, by state.',
    labels: [pool, 'db_client_connection_state'],
    read(current) {
      for (const { name, idle, used } of db.pools()) {
        current.set({ [pool]: name, db_client_connection_state: 'idle' }, idle)
        current.set({ [pool]: name, db_client_connection_state: 'used' }, used)
      }
    },
  })
  metrics.gauge({
    name: 'db_client_connection_max',
    help: 'Maximum number of open database connections of this process.',
    labels: [pool],
    read(current) {
      for (const { name, max } of db.pools()) current.set({ [pool]: name }, max)
    },
  })
  metrics.gauge({
    name: 'db_client_connection_pending_requests',
    help: 'Requests of this process that wait for a database connection.',
    labels: [pool],
    read(current) {
      for (const { name, waiting } of db.pools()) current.set({ [pool]: name }, waiting)
    },
  })
}
