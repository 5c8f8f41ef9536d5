import { getManagementOverview } from '../../shared/management/overview.ts'
import { useQuery } from '../account/use-query.ts'
import { overviewTexts } from './overview-texts.ts'
import { useFilters } from './use-filters.ts'

export const periods = [
  ['1', overviewTexts.today],
  ['7', overviewTexts.sevenDays],
  ['30', overviewTexts.thirtyDays],
  ['90', overviewTexts.ninetyDays],
] as const
type Days = (typeof periods)[number][0]

/** The overview of the period in the URL, by default 7 days. The menu and the overview page share one request. */
export function useOverview(options: { quiet?: boolean } = {}) {
  const { filters, set } = useFilters(getManagementOverview)
  const days = (filters.days || '7') as Days
  return { days, set, query: useQuery(getManagementOverview, { query: { days } }, options) }
}
