import { defineTexts } from '../../shared/i18n.ts'

/** Overview of the back office: open work, metrics, charts and vendors. */
export const overviewTexts = defineTexts('managementOverview', {
  period: 'Period',
  otherDays: 'Other days',
  today: 'Today',
  sevenDays: '7 days',
  thirtyDays: '30 days',
  ninetyDays: '90 days',

  attention: 'Needs attention',
  nothingWaits: 'Nothing needs a manager now.',
  outage: '<strong>{service} at {vendor}: deliveries are delayed.</strong>',
  waitingAtVendor: '<strong>{service} at {vendor}:</strong>',
  noResponse: 'no response',
  failing: 'deliveries fail, not through customers’ errors',
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
  disputeOverdue:
    '<strong>Dispute of {amount} at {gateway}: deadline missed.</strong> Evidence was due by <due></due>, {ago}.',
  disputeDue: '<strong>Dispute of {amount} at {gateway}:</strong> evidence due by <due></due>.',
  reviews:
    '<strong>{count, plural, one {# order} other {# orders}} in review:</strong> {hour, number} for under an hour, {day, number} for under a day, {older, number} for longer. The oldest since <since></since>.',
  lateReviews:
    '<strong>{count, plural, one {# order in review is past its deadline} other {# orders in review are past their deadline}}</strong>; {count, plural, one {it was} other {the first was}} due by <due></due>, {ago}.',
  openReviews: 'Open reviews',
  topUpApprovals:
    '<strong>{count, plural, one {# wallet credit awaits} other {# wallet credits await}} approval</strong>, the oldest since <since></since>.',
  refundApprovals:
    '<strong>{count, plural, one {# refund awaits} other {# refunds await}} approval</strong>, the oldest since <since></since>.',
  goodwillApprovals:
    '<strong>{count, plural, one {# goodwill payment awaits} other {# goodwill payments await}} approval</strong>, the oldest since <since></since>.',
  disputeApprovals:
    '<strong>{count, plural, one {# accepted dispute awaits} other {# accepted disputes await}} approval</strong>, the oldest since <since></since>.',
  fundsApprovals:
    '<strong>{count, plural, one {# allocation of funds awaits} other {# allocations of funds await}} approval</strong>, the oldest since <since></since>.',
  purchaseApprovals:
    '<strong>{count, plural, one {# purchase awaits} other {# purchases await}} approval</strong>, the oldest since <since></since>.',
  limitApprovals:
    '<strong>{count, plural, one {# fee or limit change awaits} other {# fee or limit changes await}} approval</strong>, the oldest since <since></since>.',
  scopeApprovals:
    '<strong>{count, plural, one {# scope change awaits} other {# scope changes await}} approval</strong>, the oldest since <since></since>.',
  decide: 'Decide',
  differences: '<strong>{count, plural, one {# difference} other {# differences}}</strong> to reconcile.',
  openReconciliation: 'Open reconciliation',
  unallocatedFunds:
    '<strong>{count, plural, one {# item} other {# items}}</strong> of unallocated funds to credit or return.',
  openUnallocatedFunds: 'Open unallocated funds',
  tickets: '<strong>{count, plural, one {# ticket} other {# tickets}}</strong> without a reply.',
  lateTickets:
    '<strong>{count, plural, one {# ticket is} other {# tickets are}} past the reply time of 1 working day</strong>; {count, plural, one {it was} other {the first was}} due by <due></due>, {ago}.',
  openTickets: 'Open tickets',

  metrics: 'Metrics',
  turnover: 'Sales volume',
  revenue: 'Revenue',
  deliveredRate: 'Delivered rate',
  attemptsNote: 'of {attempts, number} attempts, {unknown, number} of them unknown',
  paidToDelivered: 'Paid to delivered',
  median: 'median',
  medianWithP95: 'median; 95th percentile: {duration}',
  refunds: 'Refunds',
  refundCount: '{count, plural, one {# refund} other {# refunds}}, second payments included',
  noValue: 'No data',
  before: 'Previously: {value}',
  change: '{before} ({percent})',
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
  float: 'Float by our ledger',
})
