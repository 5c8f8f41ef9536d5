import type { Database, Tx } from '../database/index.ts'
import { type Card, findCard } from '../payments/index.ts'
import type { ScheduleRow } from './store.ts'

/** The card of a schedule; undefined once it is deleted. */
export const currentCard = async (
  db: Database['q'] | Tx,
  { user_id, card_uniqueid }: Pick<ScheduleRow, 'user_id' | 'card_uniqueid'>,
): Promise<Card | undefined> => (card_uniqueid === null ? undefined : findCard(db, user_id, card_uniqueid))

/** Whether a card with an expiry of MM/YY has expired on a day; it is valid to the end of its month. */
export function hasExpired({ expiry }: Pick<Card, 'expiry'>, day: string): boolean {
  const [month = '', year = ''] = expiry.split('/')
  return `20${year}-${month.padStart(2, '0')}` < day.slice(0, 7)
}
