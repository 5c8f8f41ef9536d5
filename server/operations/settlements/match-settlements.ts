import { sql } from 'kysely'
import { type GatewayName, gateways } from '../../../shared/providers.ts'
import type { Tx } from '../../database/index.ts'
import type { Gateway, GatewaySettlement, GatewaySettlementLine } from '../../payments/index.ts'
import type { OperationsDeps } from '../deps.ts'
import { matchedResolution, openUnexplainedBreak } from '../reconciliation/breaks.ts'
import { isSameTransaction, matchLine, type SettledRecord } from './match-line.ts'
import { alertUnreadSettlements, comparisonOf, listUnsettledPayments } from './unsettled-payments.ts'

/**
 * Stores the settlements of the last days with their lines, and matches each line with our payment. A line that does
 * not match is a reconciliation break until it does, and so is a payment that was not settled in time. A gateway that
 * does not respond is queried at the next run.
 * @returns the number of settlements whose lines were fetched
 */
export async function matchSettlements(deps: OperationsDeps): Promise<number> {
  let count = 0
  for (const name of gateways) {
    const gateway = deps.payments.gateways[name]
    if (gateway) count += await matchSettlementsOf(deps, gateway)
  }
  return count
}

async function matchSettlementsOf(deps: OperationsDeps, gateway: Gateway): Promise<number> {
  const comparison = await comparisonOf(deps, gateway)
  if (!comparison || !gateway.listSettlements) return 0
  const to = new Date()
  const from = new Date(to.getTime() - comparison.lookbackDays * 24 * 60 * 60_000)
  const settlements = await gateway.listSettlements({ from, to })
  if (!settlements) {
    deps.log.warn({ gateway: gateway.name }, 'settlements could not be fetched')
    await alertUnreadSettlements(deps, gateway, comparison)
    return 0
  }
  let count = 0
  for (const settlement of settlements) if (await matchSettlement(deps, gateway, settlement)) count += 1
  const isComplete = count === settlements.length
  await (isComplete ? listUnsettledPayments : alertUnreadSettlements)(deps, gateway, comparison)
  return count
}

async function matchSettlement(
  deps: OperationsDeps,
  gateway: Gateway,
  settlement: GatewaySettlement,
): Promise<boolean> {
  const listed = await gateway.listSettlementLines?.(settlement.settlementId)
  // A list that changes while it is read repeats lines.
  const lines = listed && [...new Map(listed.map((line) => [line.gatewayReference, line])).values()]
  await deps.db.inTransaction(async (tx) => {
    const id = await saveSettlement(tx, gateway.name, settlement, lines != null)
    if (lines) await saveLines(tx, { id, gateway: gateway.name, settlement, lines })
  })
  if (!lines)
    deps.log.warn(
      { gateway: gateway.name, settlement: settlement.settlementId },
      'lines could not be fetched',
    )
  return lines != null
}

async function saveSettlement(
  tx: Tx,
  gateway: GatewayName,
  settlement: GatewaySettlement,
  hasLines: boolean,
): Promise<string> {
  const fields = {
    status: settlement.status,
    gross_kobo: settlement.grossKobo,
    fee_kobo: settlement.grossKobo - settlement.netKobo,
    net_kobo: settlement.netKobo,
    settled_on: settlement.settledOn,
    ...(hasLines && { lines_read_at: sql<Date>`app_now()` }),
  }
  const { id } = await tx
    .insertInto('settlements')
    .values({ lines_read_at: null, ...fields, gateway, gateway_settlement_id: settlement.settlementId })
    .onConflict((conflict) => conflict.columns(['gateway', 'gateway_settlement_id']).doUpdateSet(fields))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface SettlementLines {
  readonly id: string
  readonly gateway: GatewayName
  readonly settlement: GatewaySettlement
  readonly lines: readonly GatewaySettlementLine[]
}

/** Replaces the lines of a settlement, and opens and resolves their reconciliation breaks. */
async function saveLines(tx: Tx, { id, gateway, settlement, lines }: SettlementLines): Promise<void> {
  const records = await findRecords(tx, gateway, lines)
  const rows = lines.map((line) => {
    const found = records.get(line.gatewayReference)
    const record = found && isSameTransaction(line, found) ? found : undefined
    return {
      settlement_id: id,
      gateway_reference: line.gatewayReference,
      reference: line.reference,
      gross_kobo: line.grossKobo,
      fee_kobo: line.grossKobo - line.netKobo,
      net_kobo: line.netKobo,
      payment_id: record?.type === 'payment' ? record.id : null,
      deposit_id: record?.type === 'deposit' ? record.id : null,
      paidKobo: record?.paidKobo ?? null,
      ...matchLine(line, found),
    }
  })
  await tx.deleteFrom('settlement_lines').where('settlement_id', '=', id).execute()
  for (let start = 0; start < rows.length; start += insertBatch)
    await tx
      .insertInto('settlement_lines')
      .values(rows.slice(start, start + insertBatch).map(({ paidKobo: _, ...row }) => row))
      .execute()
  const subjectOf = (reference: string) => `${gateway} ${settlement.settlementId} ${reference}`
  const different = rows.filter(({ match }) => match !== 'matched')
  await tx
    .updateTable('reconciliation_breaks')
    .set({ resolved_at: sql<Date>`app_now()`, resolution: matchedResolution })
    .where('kind', '=', 'settlement')
    .where('resolved_at', 'is', null)
    .where(sql<boolean>`starts_with(subject, ${subjectOf('')})`)
    .where(sql<boolean>`subject <> all(${different.map((row) => subjectOf(row.gateway_reference))}::text[])`)
    .execute()
  for (const row of different) {
    await openUnexplainedBreak(tx, {
      kind: 'settlement',
      subject: subjectOf(row.gateway_reference),
      internalKobo: row.paidKobo,
      externalKobo: row.gross_kobo,
      note: row.note ?? '',
    })
  }
}

const insertBatch = 500

/** Our payments and deposits of the lines, by the gateway's reference. */
async function findRecords(
  tx: Tx,
  gateway: GatewayName,
  lines: readonly GatewaySettlementLine[],
): Promise<ReadonlyMap<string, SettledRecord>> {
  const { rows } = await sql<SettledRecord & { line: string }>`
    with lines as (select * from unnest(${lines.map((line) => line.gatewayReference)}::text[],
      ${lines.map((line) => line.reference)}::text[]) as line (gateway_reference, reference))
    select lines.gateway_reference as line, 'payment' as type, payments.id, payments.gateway_reference as "gatewayReference",
      case when state in ('succeeded', 'succeeded_late', 'mismatch', 'reversed') then paid_kobo end as "paidKobo",
      fee_kobo as "feeKobo"
    from lines join payments on payments.reference = lines.reference and payments.gateway = ${gateway}
    union all
    select lines.gateway_reference, 'deposit', deposits.id, null,
      case when state in ('credited', 'unmatched') then paid_kobo end, fee_kobo
    from lines join deposits on deposits.gateway = ${gateway}
      and deposits.gateway_reference in (lines.reference, lines.gateway_reference)`.execute(tx)
  return new Map(rows.map(({ line, ...record }) => [line, record]))
}
