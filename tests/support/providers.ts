import type { Config } from '../../server/config.ts'
import type { Gateway, Gateways } from '../../server/payments/gateway.ts'
import { flutterwave } from '../../server/payments/gateways/flutterwave/index.ts'
import { monnify } from '../../server/payments/gateways/monnify/index.ts'
import { paystack } from '../../server/payments/gateways/paystack/index.ts'
import { gatewaysOf, vendorsOf } from '../../server/providers.ts'
import type { Vendors } from '../../server/vending/index.ts'
import { buypower } from '../../server/vending/vendors/buypower/index.ts'
import { irecharge } from '../../server/vending/vendors/irecharge/index.ts'
import { vtpass } from '../../server/vending/vendors/vtpass/index.ts'
import { gateways, vendors } from '../../shared/providers.ts'

/** Creating a checkout gets a longer timeout, because it is a precondition of the test on a busy machine. */
const shortGatewayTimeouts = { queryTimeoutMs: 600, createTimeoutMs: 1_500, refundTimeoutMs: 600 }
const shortVendorTimeouts = { queryTimeoutMs: 600, vendTimeoutMs: 600 }

/** Every gateway without keys. */
export const noGateways = Object.fromEntries(gateways.map((name) => [name, null])) as Gateways
/** Every vendor without keys. */
export const noVendors = Object.fromEntries(vendors.map((name) => [name, null])) as Vendors

/** The real adapters with short timeouts, for timeout tests: every gateway and one vendor. */
export function createShortTimeoutProviders(config: Config) {
  const configs = { ...config.gateways, vtpass: config.vendors.vtpass }
  if (!configs.paystack || !configs.flutterwave || !configs.monnify || !configs.vtpass)
    throw new Error('The simulated providers are not configured')
  return {
    gateways: {
      ...gatewaysOf(config),
      paystack: paystack(configs.paystack, shortGatewayTimeouts),
      flutterwave: flutterwave(configs.flutterwave, { ...shortGatewayTimeouts, chargeTimeoutMs: 600 }),
      monnify: monnify(configs.monnify, shortGatewayTimeouts),
    },
    vendors: { ...noVendors, vtpass: vtpass(configs.vtpass, shortVendorTimeouts) },
  }
}

/** The same with methods of Paystack replaced. */
export const withPaystack = (replace: (paystack: Gateway) => Partial<Gateway>) => (config: Config) => {
  const providers = createShortTimeoutProviders(config)
  const { paystack: gateway } = providers.gateways
  return {
    ...providers,
    gateways: { ...providers.gateways, paystack: { ...gateway, ...replace(gateway) } },
  }
}

/** The same with every vendor, for failover tests. */
export function createAllShortTimeoutProviders(config: Config) {
  const providers = createShortTimeoutProviders(config)
  const configs = config.vendors
  if (!configs.buypower || !configs.irecharge) throw new Error('The simulated vendors are not configured')
  return {
    gateways: providers.gateways,
    vendors: {
      ...vendorsOf(config),
      vtpass: providers.vendors.vtpass,
      buypower: buypower(configs.buypower, shortVendorTimeouts),
      irecharge: irecharge(configs.irecharge, { fallbackEmail: config.guestEmail, ...shortVendorTimeouts }),
    },
  }
}
