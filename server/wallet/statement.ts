import type { z } from 'zod/mini'
import type { UserId } from '../../shared/ids.ts'
import type { getWalletStatement } from '../../shared/wallet-statement.ts'
import type { Database } from '../database/index.ts'
import { ApiError, type FileResponse } from '../http/index.ts'
import { renderStatement } from '../receipts/index.ts'
import { walletServerTexts } from './texts.ts'
import { balanceAtEndOf, balancesAfter, queryWalletTransactions } from './transaction-rows.ts'
import { describeWalletTransaction } from './transactions.ts'

/** A document of about seventy pages. */
const maxRows = 2_000

/**
 * The wallet transactions of a period with opening and closing balance, as a PDF.
 * @throws ApiError INVALID on `to` for a period with too many transactions
 */
export async function statementFile(
  { db, brandName }: { db: Database; brandName: string },
  userId: UserId,
  { from, to }: z.infer<typeof getWalletStatement.query>,
): Promise<FileResponse> {
  const { name, company_name } = await db.q
    .selectFrom('users')
    .select(['name', 'company_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const rows = await queryWalletTransactions(db, userId, { from, to }, maxRows + 1)
  if (rows.length > maxRows)
    throw new ApiError('INVALID', {
      field: 'to',
      message: walletServerTexts.statementTooLong({ max: maxRows }),
    })
  const balances = balancesAfter(rows)
  const closingKobo = balances[0] ?? (await balanceAtEndOf(db, userId, to))
  const openingKobo = rows.reduce((balance, { amount_kobo }) => balance + amount_kobo, closingKobo)
  const file = await renderStatement({
    brandName,
    holder: company_name ?? name,
    from,
    to,
    createdAt: new Date(),
    openingKobo,
    closingKobo,
    rows: rows
      .map((row, index) => ({
        at: row.posted_at,
        description: describeWalletTransaction(row),
        reference: row.reference,
        amountKobo: -row.amount_kobo,
        balanceKobo: balances[index] ?? 0n,
      }))
      .reverse(),
  })
  return { file, type: 'application/pdf', name: `statement-${from}-${to}.pdf` }
}
