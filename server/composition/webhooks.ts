import { type GatewayName, gateways } from '../../shared/providers.ts'
import type { Webhook } from '../http/index.ts'
import { incomingSmsWebhook } from '../incoming-sms/index.ts'
import { type PaymentDeps, receiveWebhook } from '../payments/index.ts'
import { ussdWebhook } from '../ussd/index.ts'
import {
  configuredVendors,
  receiveVendorWebhook,
  type Vendor,
  type VendorWebhookDeps,
} from '../vending/index.ts'
import type { Dependencies } from './dependencies.ts'

/** The webhooks of each configured gateway and vendor, and of the phone network. */
export function createWebhooks({ context, deps, orderProcessor, operations, ussd }: Dependencies): Webhook[] {
  const { payments, vendors } = deps
  const vendorWebhookDeps = {
    db: deps.db,
    advanceOrder: (id: string) => orderProcessor.schedule({ id }),
    resolvedAttemptRequery: operations.resolvedAttemptRequery,
  }
  const callbacks = context.config.phoneCallbacks
  return [
    ...gateways
      .filter((name) => payments.gateways[name])
      .map((provider) => gatewayWebhook(payments, provider)),
    ...configuredVendors(vendors).flatMap((vendor) => vendorWebhook(vendorWebhookDeps, vendor)),
    ...(callbacks ? [ussdWebhook(ussd, callbacks), incomingSmsWebhook(ussd, callbacks)] : []),
  ]
}

/** Acknowledges a webhook once its raw body is stored. A request with an invalid signature gets 401. */
const gatewayWebhook = (payments: PaymentDeps, provider: GatewayName): Webhook => ({
  provider,
  async receive({ raw, headers }) {
    const result = await receiveWebhook(payments, provider, raw, headers)
    return {
      httpStatus: result === 'accepted' ? 200 : result === 'invalid_signature' ? 401 : 400,
      text: result,
    }
  },
})

/** Always acknowledges a vendor webhook: the response reveals nothing about how it was processed. */
const vendorWebhook = (deps: VendorWebhookDeps, vendor: Vendor): Webhook[] => {
  const { webhook } = vendor
  if (!webhook) return []
  const receive: Webhook['receive'] = async ({ raw }) => {
    await receiveVendorWebhook(deps, vendor, raw)
    return { httpStatus: 200, text: webhook.acknowledgement, type: 'json' }
  }
  return [{ provider: vendor.name, receive }]
}
