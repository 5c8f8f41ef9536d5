import { hasActedWithin } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import type { Actor } from '../http/index.ts'
import type { ManagementDeps } from './deps.ts'

/**
 * Reads a list or report for a manager: from the read replica, unless the manager acted so recently, through any
 * process, that the replica may not show the result.
 */
export async function runReport<T>(
  { db, reports }: Pick<ManagementDeps, 'db' | 'reports'>,
  actor: Actor,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { maxLagSeconds } = reports
  if (maxLagSeconds > 0 && (await hasActedWithin(db, actor.userId, maxLagSeconds + marginSeconds)))
    return work(db)
  return reports.read(work)
}

/** Positions of the replica are compared once a second, and an action takes a moment. */
const marginSeconds = 5
