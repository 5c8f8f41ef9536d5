import type { Transaction } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Tables } from './tables.ts'

/**
 * Lets transactions that count a user's rows before they insert another one run one after the other. It does not wait
 * for transactions that only refer to the user.
 */
export const lockUserRows = (tx: Transaction<Tables>, userId: UserId): Promise<unknown> =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
