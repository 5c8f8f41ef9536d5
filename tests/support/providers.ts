import type { Config } from '../../server/config.ts'
import { flutterwave } from '../../server/payments/gateways/flutterwave/index.ts'
import { monnify } from '../../server/payments/gateways/monnify/index.ts'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { buypower } from '../../server/vending/vendors/buypower/index.ts'
import { irecharge } from '../../server/vending/vendors/irecharge/index.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'

/** Creating a checkout gets a longer deadline, because it is a precondition of the test on a busy machine. */
const shortDeadlines = { readMs: 600, openMs: 1_500, refundMs: 600 }

/** The real adapters with short deadlines, for timeout tests: every gateway and one vendor. */
export function createImpatientProviders(config: Config) {
  if (!config.paystack || !config.flutterwave || !config.monnify || !config.vtpass)
    throw new Error('The simulated providers are not configured')
  return {
    gateways: {
      paystack: paystack(config.paystack, shortDeadlines),
      flutterwave: flutterwave(config.flutterwave, { ...shortDeadlines, chargeMs: 600 }),
      monnify: monnify(config.monnify, shortDeadlines),
    },
    vendors: { vtpass: vtpass(config.vtpass, { readMs: 600, vendMs: 600 }) },
  }
}

/** The same with every vendor, for failover tests. */
export function createAllImpatientProviders(config: Config) {
  const { gateways, vendors } = createImpatientProviders(config)
  if (!config.buypower || !config.irecharge) throw new Error('The simulated vendors are not configured')
  const vendorDeadlines = { readMs: 600, vendMs: 600 }
  return {
    gateways,
    vendors: {
      ...vendors,
      buypower: buypower(config.buypower, vendorDeadlines),
      irecharge: irecharge(config.irecharge, { standInEmail: config.guestEmail, ...vendorDeadlines }),
    },
  }
}
