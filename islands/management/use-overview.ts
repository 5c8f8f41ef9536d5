import { getManagementOverview } from '../../shared/management/overview.ts'
import { overviewPeriodRules, periodError } from '../../shared/management/period.ts'
import { useQuery } from '../account/use-query.ts'
import type { Filters } from '../lib/filters.ts'
import { useFilters } from './use-filters.ts'

/** The last days, today included, or the days from one to another. */
export type Period = { days: FixedDays } | { from: string; to: string }
type FixedDays = '1' | '7' | '30' | '90'

/** Open work of other managers and of the providers appears within this time. */
const refreshMs = 30_000

interface OverviewOptions {
  isElsewhere?: boolean
  /** Query string of the page's URL as the server read it. */
  search?: string | undefined
}

/**
 * The overview of the period in the URL of its page, by default 7 days. The menu shares the request of that page.
 * `isElsewhere`: for the menu of another page, whose URL has filters of its own.
 */
export function useOverview({ isElsewhere = false, search }: OverviewOptions = {}) {
  const { filters, set } = useFilters(getManagementOverview, search)
  const period: Period = isElsewhere ? { days: '7' } : periodOf(filters)
  return {
    period,
    set,
    query: useQuery(
      getManagementOverview,
      { query: period },
      { quiet: isElsewhere, pollMs: () => refreshMs },
    ),
  }
}

function periodOf({ days, from, to }: Filters<typeof getManagementOverview>): Period {
  return from && to && !periodError({ from, to }, overviewPeriodRules)
    ? { from, to }
    : { days: (days || '7') as FixedDays }
}
