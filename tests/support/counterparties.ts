import type { Config } from '../../server/config.ts'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'

/** The real adapters over the real wire, which give a silent counterparty up soon. */
export function impatient(config: Config) {
  if (!config.paystack || !config.vtpass) throw new Error('The simulated counterparties are not configured')
  const short = { readMs: 600, openMs: 600, refundMs: 600 }
  return {
    gateways: { paystack: paystack(config.paystack, short) },
    vendors: { vtpass: vtpass(config.vtpass, { readMs: 600, vendMs: 600 }) },
  }
}
