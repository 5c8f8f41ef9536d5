import { createHash } from 'node:crypto'
import { amountLimitsNaira } from '../../shared/constants.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { formatMoney, lesserOf } from '../../shared/money.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { existedAtRecovery, inSeconds, storedDepositKind } from '../database/index.ts'
import { ApiError, type Caller } from '../http/index.ts'
import { notify } from '../notifications/index.ts'
import {
  limitsForBackgroundPurchase,
  type Order,
  orderById,
  payOrder,
  type QuoteRequest,
} from '../purchase/index.ts'
import { prepareOrder } from '../services.ts'
import { creditedKobo, type DepositRow, type VirtualAccountRow } from './account.ts'
import type { VirtualAccountDeps } from './deps.ts'
import {
  accountById,
  beneficiaryOfAccount,
  isUserBlocked,
  linkOrder,
  lockDeposit,
  updateDeposit,
  updatePendingPurchase,
} from './store.ts'
import { virtualAccountServerTexts } from './texts.ts'

/** Temporary errors: the purchase is retried. */
const transientErrors = new Set<ErrorCode>([
  'LOOKUP_UNAVAILABLE',
  'TOO_MANY',
  'UNAVAILABLE',
  'INTERNAL_ERROR',
])
const maxAttempts = 8
const retrySeconds = 30

/**
 * Spends a credited deposit on the beneficiary of its account: one order per deposit, stored before it is paid, so a
 * crash never pays twice. If the purchase fails, the money stays in the wallet and the owner is notified with the
 * reason. Source: decisions, "Reserved accounts"
 */
export async function autoPurchase(deps: VirtualAccountDeps, deposit: DepositRow): Promise<void> {
  if (deposit.auto_purchase_status !== 'wanted' || !deposit.virtual_account_id) return
  const account = await accountById(deps.db.q, deposit.virtual_account_id)
  try {
    const order = await findOrCreateOrder(deps, account, deposit)
    const request = {
      order_reference: order.reference,
      payment_for: serviceContracts[order.service].paymentFor,
      payment_method: 'WALLET' as const,
      amount: order.total_kobo,
    }
    // Paid before a crash: the purchase is done in any state of the order.
    if (order.paid_at === null) {
      await assertNotBlocked(deps, account)
      await payOrder(deps, order, request, callerFor(deps, account, deposit))
    }
    await completePurchase(deps, deposit, 'bought')
  } catch (error) {
    await handleFailure(deps, account, deposit, error)
  }
}

/** The user may have been blocked since the deposit, also between two attempts. @throws ApiError NOT_ALLOWED */
async function assertNotBlocked({ db }: VirtualAccountDeps, { user_id }: VirtualAccountRow): Promise<void> {
  if (await isUserBlocked(db.q, user_id))
    throw new ApiError('NOT_ALLOWED', { message: virtualAccountServerTexts.accountBlocked() })
}

/** The order of a deposit: the stored one, else a new one. @throws ApiError */
async function findOrCreateOrder(
  deps: VirtualAccountDeps,
  account: VirtualAccountRow,
  deposit: DepositRow,
): Promise<Order> {
  if (deposit.order_id) return orderById(deps.db.q, deposit.order_id)
  if (await existedAtRecovery(deps.restoreDetector, deposit))
    throw new ApiError('NOT_NOW', {
      message: virtualAccountServerTexts.boughtBeforeRecovery(),
    })
  const availableKobo = creditedKobo(deposit)
  const order = await prepareOrder(await quoteRequestFor(deps, account, availableKobo))(
    { ...deps, limits: limitsForBackgroundPurchase(deps.limits) },
    callerFor(deps, account, deposit),
  )
  if (order.total_kobo > availableKobo) {
    throw new ApiError('WALLET_TOO_LOW', {
      message: virtualAccountServerTexts.amountNeeded({ amount: formatMoney(order.total_kobo) }),
    })
  }
  const storedOrderId = await linkOrder(deps.db.q, deposit.id, order.id)
  return storedOrderId === order.id ? order : orderById(deps.db.q, storedOrderId)
}

async function quoteRequestFor(
  deps: VirtualAccountDeps,
  account: VirtualAccountRow,
  availableKobo: bigint,
): Promise<QuoteRequest> {
  const beneficiary = await beneficiaryOfAccount(deps.db.q, account)
  if (!beneficiary)
    throw new ApiError('NOT_FOUND', { message: virtualAccountServerTexts.beneficiaryRemoved() })
  if (!beneficiary.phone) throw new ApiError('INVALID', { message: virtualAccountServerTexts.phoneMissing() })
  const { details } = beneficiary
  const base = { number: account.number, phone: beneficiary.phone, type: details.type ?? '' }
  if (account.type === 'cable-tv') {
    return {
      ...base,
      service: 'cabletv',
      billerCode: details.network ?? '',
      plan: details.plan ?? '',
      amount: '',
    }
  }
  const chargeKobo = BigInt(await deps.settings.get('power_service_charge_kobo'))
  const maxKobo = BigInt(amountLimitsNaira.max) * 100n
  // Whole naira, because some vendors do not sell amounts with kobo.
  const naira = lesserOf(availableKobo - chargeKobo, maxKobo) / 100n
  if (naira < BigInt(amountLimitsNaira.min)) {
    throw new ApiError('AMOUNT_TOO_SMALL', {
      message: virtualAccountServerTexts.minimumNeeded({
        amount: formatMoney(BigInt(amountLimitsNaira.min) * 100n + chargeKobo),
      }),
    })
  }
  return { ...base, service: 'power', billerCode: details.disco ?? '', plan: '', amount: String(naira) }
}

/** The deposit's id replaces the browser session: a repeated quote returns the same order. */
const callerFor = (
  { log }: VirtualAccountDeps,
  { user_id }: VirtualAccountRow,
  { id }: DepositRow,
): Caller => ({
  actor: { userId: user_id, role: 'user', emailVerified: true },
  sessionHash: createHash('sha256').update(`${storedDepositKind} ${id}`).digest(),
  deviceIdHash: null,
  ip: '',
  idempotencyKey: null,
  requestId: `${storedDepositKind}-${id}`,
  log,
})

async function handleFailure(
  deps: VirtualAccountDeps,
  account: VirtualAccountRow,
  deposit: DepositRow,
  error: unknown,
): Promise<void> {
  const rejection = error instanceof ApiError && !transientErrors.has(error.code) ? error : null
  if (!(error instanceof ApiError))
    deps.log.error({ err: error, deposit: deposit.id }, 'an automatic purchase failed')
  // An expired order can never be paid, so a new one may be created; any other stored order stays.
  const isExpired = rejection?.code === 'ORDER_EXPIRED'
  if ((rejection === null || isExpired) && deposit.poll_count < maxAttempts) {
    await updatePendingPurchase(deps.db.q, deposit.id, {
      ...(isExpired && { order_id: null }),
      poll_count: deposit.poll_count + 1,
      due_at: inSeconds(retrySeconds),
    })
    return
  }
  await completePurchase(deps, deposit, 'declined', async (tx) => {
    const reason = rejection?.message ?? virtualAccountServerTexts.companyUnreachable()
    await notify(tx, {
      userId: account.user_id,
      service: 'wallet',
      subject: virtualAccountServerTexts.autoBuyFailedSubject(),
      body: virtualAccountServerTexts.autoBuyFailed({
        amount: formatMoney(creditedKobo(deposit)),
        number: account.number,
        reason,
      }),
      amountKobo: creditedKobo(deposit),
    })
  })
}

/** Stores the outcome of the automatic purchase once, also when attempts are concurrent. */
const completePurchase = (
  deps: VirtualAccountDeps,
  { id }: DepositRow,
  outcome: 'bought' | 'declined',
  onFinish?: (tx: Parameters<typeof notify>[0]) => Promise<void>,
): Promise<void> =>
  deps.db.inTransaction(async (tx) => {
    const row = await lockDeposit(tx, id)
    if (row.auto_purchase_status !== 'wanted') return
    await updateDeposit(tx, id, { auto_purchase_status: outcome, due_at: null })
    await onFinish?.(tx)
  })
