import { services } from '../../../../shared/constants.ts'
import type { IrechargeConfig } from '../../../config-providers.ts'
import type { Vendor } from '../../vendor.ts'
import { isSold, listCall, lookupCall, statusCall, vendCall } from './calls.ts'
import { type Deadlines, irechargeClient, newReferenceId } from './client.ts'
import { readBalance, readListing, readLookup, readRequery, readVend } from './reading.ts'

/**
 * iRecharge as its public clients speak with it; there is no published document. Amounts on its wire are
 * naira. Electricity and TV must be looked up before they are bought: the lookup's access token is the
 * handle of the purchase, good for one purchase, and what it is asked about by. Airtime and data have no
 * lookup; a lost answer of theirs can be asked about by nothing that is confirmed, and waits for a person.
 * No status of theirs is known to prove that a purchase failed.
 * @param standInEmail goes where an e-mail address must
 * @param deadlines shorten the waits, for tests of silence
 */
export function irecharge(
  config: IrechargeConfig,
  { standInEmail, ...deadlines }: Deadlines & { standInEmail: string },
): Vendor {
  const client = irechargeClient(config, deadlines)
  return {
    name: 'irecharge',
    can: { sells: services.filter(isSold), mustLookUp: ['power', 'cabletv'], proveFailure: false },
    requerySeconds: [20, 40, 60, 120, 300, 600, 1_200, 1_800, 3_600],
    // None is documented; a refusal could not be told from a delivery for a day, so a little is waited.
    duplicateWindowSeconds: 30,
    requestId: newReferenceId,
    mayResend: () => false,
    async list(of) {
      const { path, query } = listCall(of)
      return readListing(await client.list(path, query))
    },
    bounds: async () => null,
    async lookUp(goods) {
      const call = lookupCall(goods, newReferenceId())
      return call ? readLookup(await client.ask(call)) : { is: 'unavailable', because: 'not_asked_about' }
    },
    async vend(request) {
      const call = vendCall(request, standInEmail)
      const mustBeKnown = request.goods.service === 'power' || request.goods.service === 'cabletv'
      if (!call || (mustBeKnown && !request.handle))
        return { is: 'failed', because: 'our_fault', code: 'not_looked_up' }
      return readVend(await client.vend(call), request)
    },
    async requery(of) {
      const { goods, handle } = of
      if (!handle || !isSold(goods.service)) return { is: 'unknown', because: 'for_a_person', code: null }
      return readRequery(await client.ask(statusCall(goods.service, handle)), of)
    },
    balance: async () => readBalance(await client.balance()),
  }
}
