import * as z from 'zod/mini'
import * as accountData from '../../../shared/account-data.ts'
import * as accounts from '../../../shared/accounts.ts'
import * as actions from '../../../shared/actions.ts'
import * as banks from '../../../shared/banks.ts'
import * as beneficiaries from '../../../shared/beneficiaries.ts'
import * as bulk from '../../../shared/bulk.ts'
import * as cards from '../../../shared/cards.ts'
import * as fields from '../../../shared/fields.ts'
import * as forecasts from '../../../shared/forecasts.ts'
import * as history from '../../../shared/history.ts'
import * as approvals from '../../../shared/management/approvals.ts'
import * as configs from '../../../shared/management/configs.ts'
import * as messages from '../../../shared/management/messages.ts'
import * as managedOrders from '../../../shared/management/orders.ts'
import * as overview from '../../../shared/management/overview.ts'
import * as purchases from '../../../shared/management/purchases.ts'
import * as records from '../../../shared/management/records.ts'
import * as search from '../../../shared/management/search.ts'
import * as transactions from '../../../shared/management/transactions.ts'
import * as users from '../../../shared/management/users.ts'
import * as notifications from '../../../shared/notifications.ts'
import * as operations from '../../../shared/operations.ts'
import * as orders from '../../../shared/orders.ts'
import * as payments from '../../../shared/payments.ts'
import * as references from '../../../shared/references.ts'
import * as referral from '../../../shared/referral.ts'
import * as schedules from '../../../shared/schedules.ts'
import * as security from '../../../shared/security.ts'
import * as journeys from '../../../shared/service-contract.ts'
import * as tickets from '../../../shared/tickets.ts'
import * as virtualAccounts from '../../../shared/virtual-accounts.ts'
import * as wallet from '../../../shared/wallet.ts'
import * as walletStatement from '../../../shared/wallet-statement.ts'
import { allServiceData } from '../../service-data/index.ts'

interface Naming {
  id: string
  description?: string
  format?: string
  examples?: unknown[]
}

/** Documented names of scalar schemas, with formats and units. */
const scalars = new Map<z.core.$ZodType, Naming>([
  [
    fields.NairaNumber,
    {
      id: 'NairaAmount',
      description: 'Naira with at most two decimals: 1500.5 is ₦1,500.50.',
      examples: [1500.5],
    },
  ],
  [
    fields.Naira,
    {
      id: 'Naira',
      description:
        'Naira with at most two decimals, as a JSON number or as decimal text: 1500.5 or "1500.50". Neither kobo nor scientific notation.',
      examples: [2000],
    },
  ],
  [
    fields.BoundedNaira,
    {
      id: 'PurchaseAmount',
      description:
        'Naira with at most two decimals, as a JSON number or as decimal text, from 100 to 500,000.',
      examples: [2000],
    },
  ],
  [
    fields.IsoTimestamp,
    {
      id: 'Timestamp',
      format: 'date-time',
      description: 'A moment in UTC, ISO 8601.',
      examples: ['2026-11-22T09:30:00.000Z'],
    },
  ],
  [
    fields.Day,
    { id: 'Day', format: 'date', description: 'A day in Lagos, YYYY-MM-DD.', examples: ['2026-11-22'] },
  ],
  [fields.MeterNumber, { id: 'MeterNumber', examples: ['11000000099'] }],
  [fields.PhoneInput, { id: 'PhoneInput', examples: ['08031234567'] }],
])

/** Schemas that are inlined instead of named. */
const inline = new Set<string>([
  'Email',
  'SecondValue',
  'NewPassword',
  'LineCursor',
  'CursorParameter',
  'UserUniqueId',
])

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** The schemas exported by `shared/`, with their names in the document. */
export const schemaNames = z.registry<Naming>()

for (const [schema, naming] of scalars) schemaNames.add(schema, naming)
for (const module of [
  accountData,
  accounts,
  actions,
  banks,
  beneficiaries,
  bulk,
  forecasts,
  schedules,
  cards,
  fields,
  history,
  journeys,
  approvals,
  configs,
  messages,
  managedOrders,
  overview,
  purchases,
  records,
  search,
  transactions,
  users,
  notifications,
  operations,
  orders,
  payments,
  references,
  referral,
  security,
  tickets,
  virtualAccounts,
  wallet,
  walletStatement,
  ...allServiceData.map(({ api }) => api.contract),
]) {
  for (const [name, value] of Object.entries(module)) {
    if (isSchema(value) && !inline.has(name) && !schemaNames.has(value)) schemaNames.add(value, { id: name })
  }
}
