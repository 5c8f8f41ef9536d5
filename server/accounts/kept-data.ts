import { type ClosingState, type KeptData, keptData } from '../../shared/account-closing.ts'
import { retentionPolicies } from '../operations/index.ts'

/** The retention policy of each kind of data that stays after an account is closed; null: it is kept permanently. */
const policyOf: Readonly<Record<KeptData, string | null>> = {
  orders: null,
  wallet: null,
  security_log: null,
  bank_accounts: null,
  bvn_consent: null,
  tickets: 'answered or closed tickets',
  bulk_purchases: 'rows of finished bulk purchases, whose orders are kept',
  payer_names: 'payer names, compared with refund accounts',
  sessions: 'revoked sessions',
  messages: 'message texts, which contain tokens',
}

const daysOf = (name: string | null): number | null => {
  if (name === null) return null
  const policy = retentionPolicies.find((entry) => entry.name === name)
  if (!policy) throw new Error(`There is no retention policy "${name}"`)
  return policy.seconds / 86_400
}

/** Data that stays after an account is closed, with its days by the retention policies. */
export const keptAfterClosing: ClosingState['kept'] = keptData.map((name) => ({
  name,
  kept_days: daysOf(policyOf[name]),
}))
