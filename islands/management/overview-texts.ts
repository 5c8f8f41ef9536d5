import { defineTexts } from '../../shared/i18n.ts'

/** Overview of the back office: open work, metrics, charts and vendors. */
export const overviewTexts = defineTexts('managementOverview', {
  period: 'Period',
  today: 'Today',
  sevenDays: '7 days',
  thirtyDays: '30 days',
  ninetyDays: '90 days',

  attention: 'Needs attention',
  nothingWaits: 'Nothing needs a manager now.',
  outage: '<strong>{service} at {vendor}: deliveries are held up.</strong>',
  pausedOutage: '<strong>{service} at {vendor}: paused</strong> since <since></since> ({reason}).',
  waitingOrders:
    '{count, plural, one {# paid order} other {# paid orders}} ({amount}) waiting, the oldest since <since></since>.',
  noWaitingOrders: 'No paid orders are waiting.',
  showOrders: 'Show orders',
  lowFloat: '<strong>Low float at {vendor}:</strong> {float}; the alert is at {threshold}.',
  lowFloatHours:
    '<strong>Low float at {vendor}:</strong> {float}, about {hours, plural, one {# hour} other {# hours}} at the current rate.',
  showFloats: 'Show floats',
  dispute: '<strong>Dispute of {amount} at {gateway}.</strong> No deadline given.',
  disputeOverdue: '<strong>Dispute of {amount} at {gateway}:</strong> evidence was due by <due></due>.',
  disputeDue: '<strong>Dispute of {amount} at {gateway}:</strong> evidence due by <due></due>.',
  reviews:
    '<strong>{count, plural, one {# order} other {# orders}} in review:</strong> {hour, number} for under an hour, {day, number} for under a day, {older, number} for longer. The oldest since <since></since>.',
  openReviews: 'Open reviews',
  topUpApprovals:
    '<strong>{count, plural, one {# wallet credit awaits} other {# wallet credits await}} approval</strong>, the oldest since <since></since>.',
  refundApprovals:
    '<strong>{count, plural, one {# refund awaits} other {# refunds await}} approval</strong>, the oldest since <since></since>.',
  goodwillApprovals:
    '<strong>{count, plural, one {# goodwill payment awaits} other {# goodwill payments await}} approval</strong>, the oldest since <since></since>.',
  fundsApprovals:
    '<strong>{count, plural, one {# allocation of funds awaits} other {# allocations of funds await}} approval</strong>, the oldest since <since></since>.',
  purchaseApprovals:
    '<strong>{count, plural, one {# purchase awaits} other {# purchases await}} approval</strong>, the oldest since <since></since>.',
  limitApprovals:
    '<strong>{count, plural, one {# fee or limit change awaits} other {# fee or limit changes await}} approval</strong>, the oldest since <since></since>.',
  scopeApprovals:
    '<strong>{count, plural, one {# role change awaits} other {# role changes await}} approval</strong>, the oldest since <since></since>.',
  decide: 'Decide',
  differences: '<strong>{count, plural, one {# difference} other {# differences}}</strong> to reconcile.',
  openReconciliation: 'Open reconciliation',
  tickets: '<strong>{count, plural, one {# ticket} other {# tickets}}</strong> without a reply.',
  openTickets: 'Open tickets',

  metrics: 'Metrics',
  turnover: 'Sales volume',
  revenue: 'Revenue',
  deliveredRate: 'Delivered rate',
  attemptsNote: 'of {attempts, number} attempts, {unknown, number} of them unknown',
  paidToDelivered: 'Paid to delivered',
  medianAndP95: '{median} / {p95}',
  medianAndP95Note: 'median / 95th percentile',
  seconds: '{value} s',
  minutes: '{value} min',
  refunds: 'Refunds',
  refundCount: '{count, plural, one {# refund} other {# refunds}}, second payments included',
  noValue: 'No data',
  before: 'Previously: {value}',
  beforeWithChange: 'Previously: {value} ({change})',
  comparedWith: 'Previous period: {from} to {to}.',

  day: 'Day',
  thisPeriod: 'This period',
  previousPeriod: 'Previous period',
  turnoverByDay: 'Sales volume by day',
  revenueByDay: 'Revenue by day',
  ordersByDay: 'Delivered orders and refunds by day',
  deliveredOrders: 'Delivered orders',
  noData: 'No data for this period',

  ordersByService: 'Orders by service and status',
  deliveredGroup: 'Delivered',
  inProgressGroup: 'In progress',
  failedGroup: 'Failed or refunded',

  vendors: 'Vendors',
  vendorsPeriod: 'Last 7 days',
  noVendors: 'No vendors configured',
  attempts: 'Attempts',
  deliveredShare: 'Delivered',
  medianTime: 'Median time',
  slowestTime: '95th percentile',
  float: 'Float',
})
