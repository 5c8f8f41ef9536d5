import { formatMoney, lesserOf } from '../../shared/money.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { truncate } from '../../shared/text.ts'
import { inSeconds, type Tx } from '../database/index.ts'
import { depositCredited, depositUnapplied, isWalletOpen, post } from '../ledger/index.ts'
import { notify } from '../notifications/index.ts'
import type { GatewayDeposit } from '../payments/index.ts'
import {
  type DepositRow,
  depositMachine,
  depositPollDelaySeconds,
  depositScanDelaySeconds,
  type VirtualAccountRow,
} from './account.ts'
import { bankingOf, type VirtualAccountDeps } from './deps.ts'
import {
  findAccountByReference,
  findDeposit,
  idleSeconds,
  insertDeposit,
  isUserBlocked,
  lockDeposit,
  saveAccount,
  unprocessedReferences,
  updateDeposit,
} from './store.ts'
import { virtualAccountServerTexts } from './texts.ts'

type ReceivedDeposit = Extract<GatewayDeposit, { type: 'received' }>
/** A deposit that may still be credited. */
type OpenDeposit = DepositRow & { readonly state: 'received' | 'unconfirmed' }

/** Handles a gateway's deposit webhook: stores the deposit, then queries the gateway. Repeats have no effect. */
export async function recordDeposit(
  deps: VirtualAccountDeps,
  gateway: GatewayName,
  gatewayReference: string,
): Promise<void> {
  const key = { gateway, gateway_reference: gatewayReference }
  const row = (await insertDeposit(deps.db.q, key)) ?? (await findDeposit(deps.db.q, key))
  if (row) await processDeposit(deps, row)
}

/** Fetches a deposit from the gateway and credits it when it is confirmed. */
export async function processDeposit(deps: VirtualAccountDeps, deposit: DepositRow): Promise<void> {
  if (deposit.state === 'credited' || deposit.state === 'unmatched') return
  const report = await bankingOf(deps, deposit.gateway)?.getDeposit?.(deposit.gateway_reference)
  await deps.db.inTransaction(async (tx) => {
    const row = await lockDeposit(tx, deposit.id)
    if (row.state === 'credited' || row.state === 'unmatched') return
    if (report?.type === 'received' && report.gatewayReference === row.gateway_reference)
      await applyDeposit(deps, tx, row, report)
    else await scheduleRetry(tx, row, report?.type ?? 'not configured')
  })
}

/** Schedules the next poll of an unconfirmed deposit; after the last one, only a new webhook resumes it. */
async function scheduleRetry(tx: Tx, row: OpenDeposit, reason: string): Promise<void> {
  const delaySeconds = depositPollDelaySeconds(row.poll_count)
  const due_at = delaySeconds === null ? null : inSeconds(delaySeconds)
  const patch = { failure_reason: reason, poll_count: row.poll_count + 1, due_at }
  if (delaySeconds === null && row.state === 'received')
    await depositMachine.transition(tx, row, 'unconfirmed', patch, { event: 'clock.polling_ended' })
  else await updateDeposit(tx, row.id, patch)
}

async function applyDeposit(
  deps: VirtualAccountDeps,
  tx: Tx,
  row: OpenDeposit,
  deposit: ReceivedDeposit,
): Promise<void> {
  const confirmation = { event: 'gateway.deposit_confirmed' } as const
  // A deposit confirmed after polling has ended is processed like any other.
  const receivedDeposit =
    row.state === 'unconfirmed' ? await depositMachine.transition(tx, row, 'received', {}, confirmation) : row
  const values = {
    paid_kobo: deposit.paidKobo,
    currency: deposit.currency,
    fee_kobo: deposit.feeKobo,
    transaction_id: deposit.transactionId ?? null,
    payer_name: deposit.payerName && truncate(deposit.payerName, 150),
    paid_at: deposit.paidAt === null ? null : new Date(deposit.paidAt),
    due_at: null,
    failure_reason: null,
  }
  const isNaira = deposit.currency === 'NGN' && deposit.paidKobo > 0n
  const account = await findAccountByReference(tx, {
    gateway: row.gateway,
    reference: deposit.accountReference,
  })
  const unmatchedReason = isNaira ? await unmatchedReasonOf(tx, account) : 'currency'
  if (!account || unmatchedReason) {
    // The ledger holds kobo only, so other currencies are not posted.
    if (isNaira) await post(tx, depositUnapplied({ depositId: row.id, gateway: row.gateway, ...deposit }))
    deps.log.error(
      { deposit: row.id, gateway: row.gateway, reason: unmatchedReason },
      'deposit credited to no wallet',
    )
    await depositMachine.transition(
      tx,
      receivedDeposit,
      'unmatched',
      { ...values, failure_reason: unmatchedReason },
      confirmation,
    )
    return
  }
  await credit(tx, row, account, deposit)
  const patch = {
    ...values,
    virtual_account_id: account.id,
    funding_fee_kobo: lesserOf(account.funding_fee_kobo, deposit.paidKobo),
    // A blocked user buys nothing: the transfer stays in the wallet.
    ...(account.auto_purchase &&
      !(await isUserBlocked(tx, account.user_id)) && {
        auto_purchase_status: 'wanted' as const,
        poll_count: 0,
        due_at: inSeconds(0),
      }),
  }
  await depositMachine.transition(tx, receivedDeposit, 'credited', patch, confirmation)
  await saveAccount(tx, account.id, {
    last_deposit_at: inSeconds(0),
    ...(account.state === 'reserved' && { due_at: inSeconds(depositScanDelaySeconds(0)) }),
  })
}

/** Why a deposit in naira is credited to no wallet; null when it is credited. */
async function unmatchedReasonOf(tx: Tx, account: VirtualAccountRow | undefined): Promise<string | null> {
  if (!account) return 'account'
  return (await isWalletOpen(tx, account.user_id)) ? null : 'account_closed'
}

async function credit(
  tx: Tx,
  row: DepositRow,
  account: VirtualAccountRow,
  deposit: ReceivedDeposit,
): Promise<void> {
  const fundingFeeKobo = account.funding_fee_kobo
  // A deposit may arrive before the response with the account number.
  const accountLabel = account.account_number ?? virtualAccountServerTexts.ownAccount()
  const creditedKobo = deposit.paidKobo - lesserOf(fundingFeeKobo, deposit.paidKobo)
  await post(
    tx,
    depositCredited({
      depositId: row.id,
      userId: account.user_id,
      gateway: row.gateway,
      paidKobo: deposit.paidKobo,
      feeKobo: deposit.feeKobo,
      fundingFeeKobo,
      reason: virtualAccountServerTexts.transferReason({ account: accountLabel }),
    }),
  )
  const amounts = {
    paid: formatMoney(deposit.paidKobo),
    account: accountLabel,
    credited: formatMoney(creditedKobo),
  }
  await notify(tx, {
    userId: account.user_id,
    service: 'wallet',
    subject: virtualAccountServerTexts.receivedSubject(),
    body:
      fundingFeeKobo > 0n
        ? virtualAccountServerTexts.receivedLessFee({
            ...amounts,
            fee: formatMoney(deposit.paidKobo - creditedKobo),
          })
        : virtualAccountServerTexts.received(amounts),
    amountKobo: creditedKobo,
  })
}

const retryScanSeconds = 15 * 60
/** Longer than a list of deposits takes. */
const scanLeaseSeconds = 16 * 60

/**
 * Queries the gateway for deposits to an account whose webhook was lost. The lease of the queue is shorter than a scan
 * may take, so the scan extends it. An incomplete list is scanned again within an hour.
 */
export async function scanForDeposits(deps: VirtualAccountDeps, account: VirtualAccountRow): Promise<void> {
  const setDueIn = (seconds: number) =>
    deps.db.inTransaction((tx) => saveAccount(tx, account.id, { due_at: inSeconds(seconds) }))
  await setDueIn(scanLeaseSeconds)
  const list = await bankingOf(deps, account.gateway)?.listDepositReferences?.(account.reference)
  if (!list) {
    await setDueIn(retryScanSeconds)
    return
  }
  for (const reference of await unprocessedReferences(deps.db.q, account.gateway, list.references)) {
    await setDueIn(scanLeaseSeconds)
    await recordDeposit(deps, account.gateway, reference)
  }
  if (!list.isComplete)
    deps.log.error({ account: account.id, gateway: account.gateway }, 'list of deposits is incomplete')
  await setDueIn(depositScanDelaySeconds(list.isComplete ? await idleSeconds(deps.db.q, account) : 0))
}
