import {
  deletePaymentCard,
  getPaymentCards,
  initiateCardPayment,
  type SavedCard,
} from '../../shared/cards.ts'
import { nairaOf } from '../../shared/money.ts'
import { getWalletBalance, getWalletTransactions, initiateTopUp, verifyTopUp } from '../../shared/wallet.ts'
import { getWalletStatement } from '../../shared/wallet-statement.ts'
import {
  type Actor,
  ApiError,
  type Caller,
  idFromIdempotencyKey,
  type Limits,
  type Route,
  route,
} from '../http/index.ts'
import { account, balanceOf } from '../ledger/index.ts'
import { type Card, deleteCard, listCards } from '../payments/index.ts'
import {
  findOrder,
  type PayDeps,
  type Payer,
  payerOfCaller,
  payOrderBySavedCard,
  rejectFailedAccess,
} from '../purchase/index.ts'
import { statementFile } from './statement.ts'
import { walletServerTexts } from './texts.ts'
import { openTopUpCheckout, processTopUp, topUpBounds, topUpByCard } from './top-up.ts'
import { listWalletTransactions, walletTransactionsFile } from './transactions.ts'

export interface WalletDeps extends PayDeps {
  readonly limits: Limits
  readonly brandName: string
}

/** Routes of a user's wallet, top-ups and saved cards. */
export function walletRoutes(deps: WalletDeps): Route[] {
  const { db, limits } = deps
  return [
    route(getWalletBalance, async ({ actor }) => {
      const [balance, heldBalance, bonus, topUpLimits] = await Promise.all([
        balanceOf(db.q, account.wallet(actor.userId)),
        balanceOf(db.q, account.hold(actor.userId)),
        balanceOf(db.q, account.bonus(actor.userId)),
        topUpBounds(deps.settings),
      ])
      return {
        data: {
          balance: nairaOf(balance),
          held: nairaOf(heldBalance),
          bonus: nairaOf(bonus),
          currency: 'NGN' as const,
          top_up: { min: nairaOf(topUpLimits.min), max: nairaOf(topUpLimits.max) },
        },
      }
    }),

    route(getWalletTransactions, async ({ actor, query }) => {
      if (query.format !== 'csv') return { data: await listWalletTransactions(db, actor.userId, query) }
      await limits.consume('account_file', actor.userId)
      return walletTransactionsFile(db, actor.userId, query)
    }),

    route(getWalletStatement, async ({ actor, query }) => {
      await limits.consume('account_file', actor.userId)
      return statementFile(deps, actor.userId, query)
    }),

    route(initiateTopUp, async ({ body, ...caller }) => {
      const payer = await requirePayer(caller)
      await consumeChargeLimit(caller)
      return { data: { checkoutUrl: await openTopUpCheckout(deps, payer, body, caller) } }
    }),

    route(verifyTopUp, async ({ body, ...caller }) => {
      try {
        return await processTopUp(deps, caller.actor.userId, body.reference)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return rejectFailedAccess(limits, caller)
        throw error
      }
    }),

    route(getPaymentCards, async ({ actor }) => ({
      data: (await listCards(db.q, actor.userId)).map(toSavedCard),
    })),

    route(deletePaymentCard, async ({ params, actor }) => {
      if (!(await deleteCard(deps.payments, actor.userId, params.uniqueid))) throw new ApiError('NOT_FOUND')
      return { message: walletServerTexts.cardRemoved(), data: {} }
    }),

    route(initiateCardPayment, async ({ body, ...caller }) => {
      const payer = await requirePayer(caller)
      await consumeChargeLimit(caller)
      if (body.payment_for === 'wallet_topup') {
        await deps.assertPaymentPin(caller.actor, { amountKobo: body.amount, pin: body.auth_pin })
        const topUp = { id: idFromIdempotencyKey('topUpByCard', caller), origin: caller }
        return { data: { checkoutUrl: await topUpByCard(deps, payer, body, topUp) } }
      }
      const order = await findOrder({ db, limits }, { reference: body.order_reference ?? '', caller })
      return { data: { checkoutUrl: await payOrderBySavedCard(deps, order, body, caller) } }
    }),
  ]

  async function requirePayer(caller: Caller<Actor>): Promise<Payer> {
    const payer = await payerOfCaller(db, caller)
    if (!payer) throw new ApiError('SIGN_IN')
    return payer
  }

  /** Limits charges per user and not per IP address: gateways penalise a merchant for excessive charges. */
  async function consumeChargeLimit({ actor }: Caller<Actor>): Promise<void> {
    await limits.consume('checkout_order', actor.userId)
  }
}

const toSavedCard = (card: Card): SavedCard => ({
  uniqueid: card.uniqueid,
  first_digits: card.first_digits,
  last_digits: card.last_digits,
  expiry: card.expiry,
  issuer: card.issuer,
  type: card.type,
})
