import { nairaOf } from '../../shared/money.ts'
import {
  getVirtualAccountRequirements,
  getVirtualAccounts,
  reserveAccount,
  setAutomaticPurchase,
  verifyBvn,
} from '../../shared/virtual-accounts.ts'
import { type Route, route } from '../http/index.ts'
import { accountView } from './account.ts'
import { currentIdentityProvider, type VirtualAccountDeps } from './deps.ts'
import { verifyIdentity } from './identity.ts'
import { reserveVirtualAccount, setAutoPurchase } from './reserve.ts'
import { accountHolderById, virtualAccountsOf } from './store.ts'
import { virtualAccountServerTexts } from './texts.ts'

/** Virtual account endpoints. */
export function virtualAccountRoutes(deps: VirtualAccountDeps): Route[] {
  return [
    route(getVirtualAccountRequirements, async ({ actor }) => {
      const [user, provider, fee] = await Promise.all([
        accountHolderById(deps.db.q, actor.userId),
        currentIdentityProvider(deps),
        deps.settings.get('funding_fee_kobo'),
      ])
      return {
        data: {
          available: provider !== null,
          funding_fee: fee > 0 ? nairaOf(BigInt(fee)) : null,
          consent: virtualAccountServerTexts.bvnConsent(),
          bvn: user.bvn_masked,
          bvn_account_name: user.bvn_account_name,
        },
      }
    }),

    route(getVirtualAccounts, async ({ actor }) => ({
      data: (await virtualAccountsOf(deps.db.q, actor.userId)).flatMap((row) => {
        const account = accountView(row)
        return account ? [{ ...account, type: row.type, number: row.number, name: row.name }] : []
      }),
    })),

    route(verifyBvn, async ({ body, actor, ip }) => ({
      message: virtualAccountServerTexts.verified(),
      data: { account_name: await verifyIdentity(deps, actor, body, ip) },
    })),

    route(reserveAccount, async ({ body, actor }) => {
      const account = accountView(await reserveVirtualAccount(deps, actor, body))
      if (account)
        return { message: virtualAccountServerTexts.reserved(), data: { virtual_account: account } }
      return {
        httpStatus: 202,
        status: 'pending',
        message: virtualAccountServerTexts.beingReserved(),
        data: { virtual_account: null },
      }
    }),

    route(setAutomaticPurchase, async ({ body, actor }) => {
      const account = await setAutoPurchase(deps, actor, body.beneficiary_id, body.on)
      const message = body.on ? virtualAccountServerTexts.autoBuyOn() : virtualAccountServerTexts.autoBuyOff()
      return { message, data: { virtual_account: account } }
    }),
  ]
}
