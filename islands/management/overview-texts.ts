import { defineTexts } from '../../shared/i18n.ts'

/** Overview of the back office: metrics, charts, outages and vendors. */
export const overviewTexts = defineTexts('managementOverview', {
  period: 'Period',
  today: 'Today',
  sevenDays: '7 days',
  thirtyDays: '30 days',
  ninetyDays: '90 days',

  inReview: 'In review',
  differences: 'Differences',
  openTickets: 'Open tickets',

  turnoverByDay: 'Sales volume by day',
  revenueByDay: 'Revenue by day',
  deliveredByDay: 'Delivered orders by day',
  refundedByDay: 'Refunded orders by day',
  noData: 'No data for this period',
  peak: 'Peak: {value}',

  ordersByService: 'Orders by service and status',
  noOrders: 'No orders in this period',
  legendDelivered: 'Delivered',
  legendInProgress: 'In progress',
  legendFailed: 'Failed or refunded',
  statuses: 'Statuses',
  statusCount: '{count, number} {status}',

  outagesTitle: 'Deliveries held up',
  outage: '<strong>{service} at {vendor}</strong>.',
  pausedOutage: '<strong>{service} at {vendor}</strong>: paused since <since></since> ({reason}).',
  waitingOrders:
    '{count, plural, one {# paid order} other {# paid orders}} ({amount}) waiting, the oldest since <since></since>.',
  noWaitingOrders: 'No paid orders are waiting.',

  vendors: 'Vendors',
  vendorsPeriod: 'Last 7 days',
  noVendors: 'No vendors configured',
  attempts: 'Attempts',
  deliveredShare: 'Delivered',
  medianTime: 'Median time',
  slowestTime: '95th percentile',
  float: 'Float',
})
