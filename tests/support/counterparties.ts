import type { Config } from '../../server/config.ts'
import { flutterwave } from '../../server/payments/gateways/flutterwave/index.ts'
import { monnify } from '../../server/payments/gateways/monnify/index.ts'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { buypower } from '../../server/vending/vendors/buypower/index.ts'
import { irecharge } from '../../server/vending/vendors/irecharge/index.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'

/** A checkout that is not opened ends a test before it has begun: a busy machine may take its time for that. */
const short = { readMs: 600, openMs: 1_500, refundMs: 600 }

/** The real adapters over the real wire, which give a silent counterparty up soon: every gateway, and one vendor. */
export function impatient(config: Config) {
  if (!config.paystack || !config.flutterwave || !config.monnify || !config.vtpass)
    throw new Error('The simulated counterparties are not configured')
  return {
    gateways: {
      paystack: paystack(config.paystack, short),
      flutterwave: flutterwave(config.flutterwave, { ...short, chargeMs: 600 }),
      monnify: monnify(config.monnify, short),
    },
    vendors: { vtpass: vtpass(config.vtpass, { readMs: 600, vendMs: 600 }) },
  }
}

/** The same with every vendor: one that fails has others behind it. */
export function impatientWithAll(config: Config) {
  const { gateways, vendors } = impatient(config)
  if (!config.buypower || !config.irecharge) throw new Error('The simulated vendors are not configured')
  const patience = { readMs: 600, vendMs: 600 }
  return {
    gateways,
    vendors: {
      ...vendors,
      buypower: buypower(config.buypower, patience),
      irecharge: irecharge(config.irecharge, { standInEmail: config.guestEmail, ...patience }),
    },
  }
}
