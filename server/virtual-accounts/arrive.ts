import { formatMoney, lesserOf } from '../../shared/money.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { inSeconds, type Tx } from '../database/index.ts'
import { inflowCredited, inflowUnapplied, post } from '../ledger/index.ts'
import { notify } from '../notifications/index.ts'
import type { Inflow } from '../payments/index.ts'
import { type AccountRow, type InflowRow, nextInflowSeconds, nextLookSeconds } from './account.ts'
import { bankingOf, type VirtualAccountParts } from './parts.ts'
import {
  accountNamed,
  idleSeconds,
  inflowBy,
  lockInflow,
  noteInflow,
  saveAccount,
  saveInflow,
  unsettledOf,
} from './store.ts'

type Received = Extract<Inflow, { is: 'received' }>

/** A gateway says that money arrived. Kept first, then asked about; told again, it changes nothing. */
export async function hearOfInflow(
  parts: VirtualAccountParts,
  gateway: GatewayName,
  gatewayReference: string,
): Promise<void> {
  const named = { gateway, gateway_reference: gatewayReference }
  const row = (await noteInflow(parts.db.q, named)) ?? (await inflowBy(parts.db.q, named))
  if (row) await pursueInflow(parts, row)
}

/** Asks the gateway about a transfer, and credits it when it is confirmed. */
export async function pursueInflow(parts: VirtualAccountParts, seen: InflowRow): Promise<void> {
  if (seen.state === 'credited' || seen.state === 'unmatched') return
  const inflow = await bankingOf(parts, seen.gateway)?.inflow?.(seen.gateway_reference)
  await parts.db.inTransaction(async (tx) => {
    const row = await lockInflow(tx, seen.id)
    if (row.state === 'credited' || row.state === 'unmatched') return
    if (inflow?.is === 'received' && inflow.gatewayReference === row.gateway_reference)
      await receive(parts, tx, row, inflow)
    else await wait(tx, row, inflow?.is ?? 'not configured')
  })
}

/** Not confirmed, or not yet: asked again later, and in the end left to whoever tells of it once more. */
async function wait(tx: Tx, row: InflowRow, because: string): Promise<void> {
  const next = nextInflowSeconds(row.asks)
  const due_at = next === null ? null : inSeconds(next)
  const state = next === null && row.state === 'noted' ? { state: 'unconfirmed' as const } : {}
  await saveInflow(tx, row.id, { ...state, because, asks: row.asks + 1, due_at })
}

async function receive(parts: VirtualAccountParts, tx: Tx, row: InflowRow, inflow: Received): Promise<void> {
  // An inflow that was given up and is confirmed after all goes the way of every other.
  if (row.state === 'unconfirmed') await saveInflow(tx, row.id, { state: 'noted' })
  const facts = {
    paid_kobo: inflow.paidKobo,
    currency: inflow.currency,
    fee_kobo: inflow.feeKobo,
    transaction_id: inflow.transactionId ?? null,
    payer_name: inflow.payerName?.slice(0, 150) ?? null,
    paid_at: inflow.paidAt,
    due_at: null,
    because: null,
  }
  const isNaira = inflow.currency === 'NGN' && inflow.paidKobo > 0n
  const account = await accountNamed(tx, { gateway: row.gateway, reference: inflow.accountReference })
  if (!account || !isNaira) {
    // Money that is not naira has no place in a ledger of kobo.
    if (isNaira) await post(tx, inflowUnapplied({ inflowId: row.id, gateway: row.gateway, ...inflow }))
    parts.log.error({ inflow: row.id, gateway: row.gateway }, 'money came to an account of nobody here')
    await saveInflow(tx, row.id, { ...facts, state: 'unmatched', because: isNaira ? 'account' : 'currency' })
    return
  }
  await credit(tx, row, account, inflow)
  await saveInflow(tx, row.id, {
    ...facts,
    state: 'credited',
    virtual_account_id: account.id,
    funding_fee_kobo: lesserOf(account.funding_fee_kobo, inflow.paidKobo),
    ...(account.buys && { buying: 'wanted', asks: 0, due_at: inSeconds(0) }),
  })
  await saveAccount(tx, account.id, {
    last_inflow_at: inSeconds(0),
    ...(account.state === 'reserved' && { due_at: inSeconds(nextLookSeconds(0)) }),
  })
}

async function credit(tx: Tx, row: InflowRow, account: AccountRow, inflow: Received): Promise<void> {
  const fundingFeeKobo = account.funding_fee_kobo
  // Money may be quicker than the answer that tells the number.
  const to = account.account_number ?? 'of your own'
  const creditedKobo = inflow.paidKobo - lesserOf(fundingFeeKobo, inflow.paidKobo)
  await post(
    tx,
    inflowCredited({
      inflowId: row.id,
      userId: account.user_id,
      gateway: row.gateway,
      paidKobo: inflow.paidKobo,
      feeKobo: inflow.feeKobo,
      fundingFeeKobo,
      reason: `Transfer to account ${to}`,
    }),
  )
  const less =
    fundingFeeKobo > 0n ? ` A funding fee of ${formatMoney(inflow.paidKobo - creditedKobo)} was taken.` : ''
  await notify(tx, {
    userId: account.user_id,
    service: 'wallet',
    subject: 'Money received',
    body: `${formatMoney(inflow.paidKobo)} arrived on account ${to}. ${formatMoney(creditedKobo)} was added to your wallet.${less}`,
    amountKobo: creditedKobo,
  })
}

/** Looks for transfers to an account whose message was lost. */
export async function lookForInflows(parts: VirtualAccountParts, account: AccountRow): Promise<void> {
  const found = await bankingOf(parts, account.gateway)?.arrivals?.(account.reference)
  for (const reference of found ? await unsettledOf(parts.db.q, account.gateway, found) : []) {
    await hearOfInflow(parts, account.gateway, reference)
  }
  const next = found ? nextLookSeconds(await idleSeconds(parts.db.q, account)) : 15 * 60
  await parts.db.inTransaction((tx) => saveAccount(tx, account.id, { due_at: inSeconds(next) }))
}
