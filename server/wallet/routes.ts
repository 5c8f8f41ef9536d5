import {
  deletePaymentCard,
  getPaymentCards,
  initiateCardPayment,
  type SavedCard,
} from '../../shared/cards.ts'
import { nairaOf } from '../../shared/money.ts'
import {
  getWalletBalance,
  getWalletMovements,
  initiateTopUp,
  processTransactions,
} from '../../shared/wallet.ts'
import {
  type Actor,
  type Caller,
  intentionId,
  type Limits,
  Refused,
  type Route,
  route,
} from '../http/index.ts'
import { account, balanceOf } from '../ledger/index.ts'
import { type Card, cardsOf, deleteCard } from '../payments/index.ts'
import {
  findOrder,
  type Payer,
  type PayParts,
  payerBehind,
  payForByCard,
  refuseGuess,
} from '../purchase/index.ts'
import { listMovements, movementsFile } from './movements.ts'
import { processTopUp, startTopUp, topUpBounds, topUpByCard } from './top-up.ts'

export interface WalletParts extends PayParts {
  readonly limits: Limits
}

/** The calls of a person's own money: wallet, top-ups, saved cards. */
export function walletRoutes(parts: WalletParts): Route[] {
  const { db, limits } = parts
  return [
    route(getWalletBalance, async ({ actor }) => {
      const [balance, held, bonus, bounds] = await Promise.all([
        balanceOf(db.q, account.wallet(actor.userId)),
        balanceOf(db.q, account.hold(actor.userId)),
        balanceOf(db.q, account.bonus(actor.userId)),
        topUpBounds(parts.settings),
      ])
      return {
        data: {
          balance: nairaOf(balance),
          held: nairaOf(held),
          bonus: nairaOf(bonus),
          currency: 'NGN' as const,
          top_up: { min: nairaOf(bounds.min), max: nairaOf(bounds.max) },
        },
      }
    }),

    route(getWalletMovements, async ({ actor, query }) =>
      query.format === 'csv'
        ? movementsFile(db, actor.userId, query)
        : { data: await listMovements(db, actor.userId, query) },
    ),

    route(initiateTopUp, async ({ body, ...caller }) => {
      const payer = await payerOf(caller)
      await spend(caller)
      return { data: { checkoutUrl: await startTopUp(parts, payer, body) } }
    }),

    route(processTransactions, async ({ body, ...caller }) => {
      try {
        return await processTopUp(parts, caller.actor.userId, body.reference)
      } catch (error) {
        if (error instanceof Refused && error.code === 'NOT_FOUND') return refuseGuess(limits, caller)
        throw error
      }
    }),

    route(getPaymentCards, async ({ actor }) => ({
      data: (await cardsOf(db.q, actor.userId)).map(savedCard),
    })),

    route(deletePaymentCard, async ({ params, actor }) => {
      if (!(await deleteCard(parts.payments, actor.userId, params.uniqueid))) throw new Refused('NOT_FOUND')
      return { message: 'The card was removed.' }
    }),

    route(initiateCardPayment, async ({ body, ...caller }) => {
      const payer = await payerOf(caller)
      await spend(caller)
      if (body.payment_for === 'wallet_topup') {
        return {
          data: { checkoutUrl: await topUpByCard(parts, payer, body, intentionId('topUpByCard', caller)) },
        }
      }
      const order = await findOrder({ db, limits }, { reference: body.order_reference ?? '', caller })
      return { data: { checkoutUrl: await payForByCard(parts, order, body, caller) } }
    }),
  ]

  async function payerOf(caller: Caller<Actor>): Promise<Payer> {
    const payer = await payerBehind(db, caller)
    if (!payer) throw new Refused('SIGN_IN')
    return payer
  }

  /** Charges cost the gateway's patience: so many for one person, so many for one client. */
  async function spend({ actor, client }: Caller<Actor>): Promise<void> {
    await limits.spend('checkout_order', actor.userId)
    await limits.spend('checkout_client', client)
  }
}

const savedCard = (card: Card): SavedCard => ({
  uniqueid: card.uniqueid,
  first_digits: card.first_digits,
  last_digits: card.last_digits,
  expiry: card.expiry,
  issuer: card.issuer,
  type: card.type,
})
