import { CabletvForm } from '../../shared/cabletv.ts'
import { productTitle } from '../../shared/service-contract.ts'
import { customerNumberDetails, parseForm, productReceipt, type ServiceBackend } from '../purchase/index.ts'
import { cabletvOrderHandler } from './order-handler.ts'
import { prepareCabletvOrder } from './prepare-order.ts'
import { cabletvRoutes } from './routes.ts'
import { cabletvServerTexts } from './texts.ts'

export const cabletv: ServiceBackend<'cabletv'> = {
  id: 'cabletv',
  createOrderHandler: ({ db, branding }) => cabletvOrderHandler(db, branding),
  createRoutes: cabletvRoutes,
  prepareOrder(request) {
    const form = parseForm(CabletvForm, {
      smartcard_number: request.number,
      cabletv_network: request.billerCode,
      cabletv_bundle_code: request.plan,
      phone_number: request.phone,
    })
    return (deps, caller) => prepareCabletvOrder(deps, form, caller)
  },
  bulk: {
    aliases: ['tv', 'cable', 'cable tv', 'cable-tv'],
    sampleRow: { number: '1212121212', provider: 'dstv', plan: 'DStv Padi', phone: '08031234567' },
    isPhone: () => false,
  },
  historyTitle: productTitle,
  renderReceipt: productReceipt('cabletv', {
    title: cabletvServerTexts.receiptTitle,
    number: cabletvServerTexts.smartcard,
    variation: cabletvServerTexts.bouquet,
  }),
  messageDetails: customerNumberDetails,
}
