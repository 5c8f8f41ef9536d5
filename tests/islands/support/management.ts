import type { Overview, PeriodTotals } from '../../../shared/management/overview.ts'

/** Sums of a period without sales. */
export const periodTotals = (overrides: Partial<PeriodTotals> = {}): PeriodTotals => ({
  from: '2026-11-15',
  to: '2026-11-21',
  turnover: 0,
  revenue: 0,
  attempts: 0,
  unknown: 0,
  success: null,
  median_seconds: null,
  p95_seconds: null,
  refunded: 0,
  refunded_amount: 0,
  ...overrides,
})

/** The overview, which every back office page reads for the counts of its menu. */
export const overview = (overrides: Partial<Overview> = {}): Overview => ({
  days: [],
  previous_days: [],
  totals: { current: periodTotals(), previous: periodTotals({ from: '2026-11-08', to: '2026-11-14' }) },
  orders: [],
  vendors: [],
  outages: [],
  low_floats: [],
  reviews: 3,
  review_ages: {
    under_one_hour: 1,
    under_one_day: 2,
    over_one_day: 0,
    oldest_since: '2026-11-21T01:00:00.000Z',
  },
  late_reviews: { count: 0, oldest_due_at: null },
  pending_approvals: [],
  disputes: [],
  open_breaks: 0,
  open_unallocated_funds: 0,
  open_tickets: 1_204,
  late_tickets: { count: 0, oldest_due_at: null },
  as_of: '2026-11-21T10:00:00.000Z',
  ...overrides,
})
