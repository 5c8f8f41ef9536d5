import { nairaOf } from '../../shared/money.ts'
import {
  bvnConsent,
  getReservationTerms,
  reserveAccount,
  setAutomaticPurchase,
  verifyBvn,
} from '../../shared/virtual-accounts.ts'
import { type Route, route } from '../http/index.ts'
import { shownAccount } from './account.ts'
import { verifyIdentity } from './identity.ts'
import { identifierNow, type VirtualAccountParts } from './parts.ts'
import { automaticPurchase, reserveFor } from './reserve.ts'
import { personById } from './store.ts'

/** The calls of bank accounts of one's own. */
export function virtualAccountRoutes(parts: VirtualAccountParts): Route[] {
  return [
    route(getReservationTerms, async ({ actor }) => {
      const [person, identifier, fee] = await Promise.all([
        personById(parts.db.q, actor.userId),
        identifierNow(parts),
        parts.settings.get('funding_fee_kobo'),
      ])
      return {
        data: {
          available: identifier !== null,
          funding_fee: fee > 0 ? nairaOf(BigInt(fee)) : null,
          consent: bvnConsent,
          bvn: person.bvn_masked,
          bvn_account_name: person.bvn_account_name,
        },
      }
    }),

    route(verifyBvn, async ({ body, actor, client }) => ({
      message: 'Your details were verified.',
      data: { account_name: await verifyIdentity(parts, actor, body, client) },
    })),

    route(reserveAccount, async ({ body, actor }) => {
      const account = shownAccount(await reserveFor(parts, actor, body))
      if (account) return { message: 'The account was reserved.', data: { virtual_account: account } }
      return {
        http: 202,
        status: 'pending',
        message: 'The bank is making your account. Please look again in a few minutes.',
        data: { virtual_account: null },
      }
    }),

    route(setAutomaticPurchase, async ({ body, actor }) => {
      const account = await automaticPurchase(parts, actor, body.beneficiary_id, body.on)
      const message = body.on
        ? 'What arrives on this account now buys at once.'
        : 'What arrives on this account now stays in your wallet.'
      return { message, data: { virtual_account: account } }
    }),
  ]
}
