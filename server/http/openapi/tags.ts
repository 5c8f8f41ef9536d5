import { allServiceData } from '../../service-data/index.ts'

/** Operation groups with their path prefixes; the first matching prefix applies. */
const groups: readonly { name: string; description: string; paths: readonly string[] }[] = [
  {
    name: 'Authentication',
    description: 'Accounts, sign-in and e-mail verification.',
    paths: ['/auth/'],
  },
  ...allServiceData.map(({ api }) => api.tag),
  {
    name: 'Payments',
    description: 'Paying for an order.',
    paths: ['/payments/', '/actions/get-payment-options'],
  },
  {
    name: 'Orders',
    description: 'The state of an order, its refund and support tickets, for callers with access to it.',
    paths: ['/orders/'],
  },
  {
    name: 'Reference data',
    description: 'Lists that are the same for all callers, and service availability.',
    paths: ['/actions/', '/get/', '/services/', '/translations/'],
  },
  {
    name: 'Wallet and cards',
    description: 'Balance, top-ups, wallet history and saved cards of the signed-in user.',
    paths: [
      '/account/user/wallet/',
      '/account/wallet/',
      '/account/user/payment-cards/',
      '/account/payments/',
    ],
  },
  {
    name: 'Beneficiaries',
    description: 'Saved meters, smartcards, phones and devices.',
    paths: ['/account/beneficiaries/'],
  },
  {
    name: 'Virtual accounts',
    description: 'Bank accounts whose transfers fund the wallet.',
    paths: [
      '/account/user/reserve-account-number',
      '/account/user/verify-bvn',
      '/account/user/virtual-accounts/',
    ],
  },
  {
    name: 'Notifications',
    description: 'Notifications, live events, push notifications and the subscription to e-mails.',
    paths: ['/account/notifications/', '/account/events', '/push/', '/email-subscription'],
  },
  {
    name: 'History',
    description: 'Orders of the signed-in user, with receipts and totals.',
    paths: ['/account/transactions/', '/account/summary'],
  },
  { name: 'Tickets', description: 'Support tickets and replies.', paths: ['/account/tickets/'] },
  { name: 'Referral', description: 'Referral code and bonus.', paths: ['/account/referral/'] },
  {
    name: 'Bulk purchases',
    description: 'Purchases from a CSV file, for companies.',
    paths: ['/account/bulk-'],
  },
  {
    name: 'Schedules and forecasts',
    description: 'Scheduled purchases with their runs, and when the units of meters run low.',
    paths: ['/account/schedules', '/account/forecasts/'],
  },
  {
    name: 'Payment requests',
    description: 'Requests that another person pays for an order, and the pages of the payer.',
    paths: ['/account/payment-requests', '/payment-requests/'],
  },
  {
    name: 'Account',
    description: 'Profile, password, PIN, sessions and activity of the signed-in user.',
    paths: ['/account/'],
  },
  {
    name: 'Management: orders',
    description: 'Search, review queue and purchases for users. Managers only.',
    paths: [
      '/management/orders/',
      '/management/reviews/',
      '/management/power/',
      '/management/cabletv/',
      '/management/services/',
      '/management/payment-requests/',
    ],
  },
  {
    name: 'Management: money',
    description: 'Top-ups, approvals by a second manager, reconciliation. Managers only.',
    paths: [
      '/management/wallet/',
      '/management/approvals/',
      '/management/reconciliation/',
      '/management/money/',
    ],
  },
  {
    name: 'Management: messages',
    description: 'Campaigns, templates and tickets. Managers only.',
    paths: ['/management/messages/', '/management/resources/', '/management/tickets/'],
  },
  {
    name: 'Management: users and settings',
    description: 'Users, settings, overview and the audit log. Managers only.',
    paths: ['/management/'],
  },
]

/** An operation's tag. */
export const tagOf = (path: string): string => {
  const group = groups.find(({ paths }) => paths.some((prefix) => path.startsWith(prefix)))
  return group?.name ?? 'Other'
}

/** The tags of these paths with their descriptions, in the order of the groups. */
export function tagsOf(paths: readonly string[]): { name: string; description: string }[] {
  const usedTags = new Set(paths.map(tagOf))
  const usedGroups = groups.filter(({ name }) => usedTags.has(name))
  const tags = usedGroups.map(({ name, description }) => ({ name, description }))
  return usedTags.has('Other') ? [...tags, { name: 'Other', description: 'Other operations.' }] : tags
}
