import { searchRecords } from '../../shared/management/search.ts'
import { type Route, route } from '../http/index.ts'
import type { ManagementDeps } from './deps.ts'
import { searchAllRecords } from './find-everything.ts'
import { runReport } from './run-report.ts'
import { logRead } from './users.ts'

/** Route of the search over all records of the back office. */
export const searchRoutes = (deps: ManagementDeps): Route[] => [
  route(searchRecords, async ({ query, actor, requestId }) => {
    await logRead(deps.db, { actor, requestId }, 'search', { subject: query.q })
    const scopes = actor.scopes ?? []
    return { data: await runReport(deps, actor, (replica) => searchAllRecords(replica, query.q, scopes)) }
  }),
]
