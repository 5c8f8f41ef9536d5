import type { Overview } from '../../../shared/management/overview.ts'

/** The overview, which every back office page reads for the counts of its menu. */
export const overview = (over: Partial<Overview> = {}): Overview => ({
  days: [],
  orders: [],
  vendors: [],
  outages: [],
  reviews: 3,
  open_breaks: 0,
  open_tickets: 1_204,
  as_of: '2026-11-21T10:00:00.000Z',
  ...over,
})
