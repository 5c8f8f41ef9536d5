import { serviceContracts } from '../../shared/services/index.ts'
import { assertPinOfLinkedPhone } from '../accounts/index.ts'
import { type Actor, ApiError } from '../http/index.ts'
import { balanceOf, account as ledgerAccount } from '../ledger/index.ts'
import { orderById, payOrder } from '../purchase/index.ts'
import { linkPhone, requireAccount, showBalance } from './account.ts'
import { transferCode } from './banks.ts'
import { callerOf, type UssdCaller, type UssdDeps, withTimeout } from './deps.ts'
import { endUssdSession, endUssdSessionWithError, type Result, showScreen } from './result.ts'
import type { PinPurpose, QuotedOrder, Screen, TransferInstructions } from './screen.ts'
import { ussdTexts } from './texts.ts'

/**
 * Does what a PIN allows. Wrong PINs count together with those of the web. An order is paid at most once: a repeated
 * payment of the same order gives the result of the first.
 */
export async function checkPin(
  deps: UssdDeps,
  dialer: UssdCaller,
  { purpose, pin }: { purpose: PinPurpose; pin: string },
): Promise<Result> {
  try {
    if (purpose.type === 'link_phone') return await linkPhone(deps, dialer, { userId: purpose.userId, pin })
    const actor = requireAccount(dialer)
    await assertPinOfLinkedPhone(deps, { phone: dialer.phone, actor, pin })
    return purpose.type === 'balance'
      ? await showBalance(deps, actor.userId)
      : await payFromWallet(deps, dialer, { quoted: purpose.order, pin })
  } catch (error) {
    return afterPinError(error, purpose)
  }
}

function afterPinError(error: unknown, purpose: PinPurpose): Result {
  if (!(error instanceof ApiError)) throw error
  const pinScreen: Screen = { name: 'pin', purpose }
  switch (error.code) {
    case 'PIN_WRONG':
      return showScreen(pinScreen, ussdTexts.wrongPin())
    case 'PIN_LOCKED':
      return endUssdSession(ussdTexts.pinLocked())
    case 'PIN_NOT_SET':
      return endUssdSession(ussdTexts.pinNotSet())
    case 'UNAVAILABLE':
      return endUssdSessionWithError(error, pinScreen)
    case 'WALLET_TOO_LOW':
      return purpose.type === 'pay'
        ? showScreen({ name: 'confirm', order: purpose.order, hasWallet: true }, ussdTexts.lowBalance())
        : endUssdSessionWithError(error)
    default:
      return endUssdSessionWithError(error)
  }
}

/** The menu always requires the PIN; for a payment above the user's own limit it is checked again. */
async function payFromWallet(
  deps: UssdDeps,
  dialer: UssdCaller,
  { quoted, pin }: { quoted: QuotedOrder; pin: string },
): Promise<Result> {
  const order = await orderById(deps.db.q, quoted.id)
  await deps.limits.consume('checkout_order', order.id)
  const request = {
    order_reference: order.reference,
    amount: order.total_kobo,
    payment_for: serviceContracts[order.service].paymentFor,
    payment_method: 'WALLET',
    auth_pin: pin,
  } as const
  const paymentResult = await withTimeout(deps.maxWaitMs, payOrder(deps, order, request, callerOf(dialer)))
  if (paymentResult === 'late') return endUssdSession(ussdTexts.slowPayment({ ussd: deps.ussdCode }))
  const { reference } = order
  const { total } = quoted
  return endUssdSession(
    order.service === 'power' && order.variation === 'prepaid'
      ? ussdTexts.paidToken({ total, reference })
      : ussdTexts.paid({ total, reference }),
  )
}

const koboPerNaira = 100n

/**
 * Offers a transfer of what the wallet lacks to a virtual account of the user. It is credited to the wallet, less
 * the account's funding fee.
 */
export async function offerSendingBanks(
  deps: UssdDeps,
  dialer: UssdCaller,
  quoted: QuotedOrder,
): Promise<Result> {
  const actor = requireAccount(dialer)
  const account = await findAccountForTopUp(deps, actor)
  if (!account) return showScreen({ name: 'confirm', order: quoted, hasWallet: true }, ussdTexts.noAccount())
  const [order, balance] = await Promise.all([
    orderById(deps.db.q, quoted.id),
    balanceOf(deps.db.q, ledgerAccount.wallet(actor.userId)),
  ])
  const missingKobo = order.total_kobo > balance ? order.total_kobo - balance : order.total_kobo
  const amount = (missingKobo + account.funding_fee_kobo + koboPerNaira - 1n) / koboPerNaira
  return showScreen({
    name: 'sending_bank',
    order: quoted,
    transfer: {
      bank: account.bank_name ?? '',
      account: account.account_number ?? '',
      name: account.account_name ?? '',
      amount: String(amount),
    },
  })
}

/** A virtual account whose transfers stay in the wallet. */
const findAccountForTopUp = ({ db }: UssdDeps, { userId }: Actor) =>
  db.q
    .selectFrom('virtual_accounts')
    .select(['bank_name', 'account_number', 'account_name', 'funding_fee_kobo'])
    .where('user_id', '=', userId)
    .where('state', '=', 'reserved')
    .where('account_number', 'is not', null)
    .where('auto_purchase', '=', false)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()

/** The code that the customer dials at their bank, or the account alone. A later session continues at the payment. */
export function describeTransfer(
  { ussdCode: ussd }: UssdDeps,
  {
    transfer,
    sendingBank,
    order,
  }: { transfer: TransferInstructions; sendingBank: string; order: QuotedOrder },
): Result {
  const code = transferCode(sendingBank, transfer)
  return endUssdSession(
    code ? ussdTexts.dialBank({ ...transfer, code, ussd }) : ussdTexts.transferTo({ ...transfer, ussd }),
    { name: 'confirm', order, hasWallet: true },
  )
}
