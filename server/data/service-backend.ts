import { DataForm } from '../../shared/data.ts'
import { productTitle } from '../../shared/service-contract.ts'
import { customerNumberDetails, parseForm, productReceipt, type ServiceBackend } from '../purchase/index.ts'
import { dataOrderHandler } from './order-handler.ts'
import { prepareDataOrder } from './prepare-order.ts'
import { dataRoutes } from './routes.ts'
import { dataServerTexts } from './texts.ts'

export const data: ServiceBackend<'data'> = {
  id: 'data',
  createOrderHandler: ({ db, branding }) => dataOrderHandler(db, branding),
  createRoutes: dataRoutes,
  prepareOrder(request) {
    const form = parseForm(DataForm, {
      device_id: request.number,
      selected_provider: request.billerCode,
      selected_bundle_code: request.plan,
      phone_number_to_notify: request.phone,
    })
    return (deps, caller) => prepareDataOrder(deps, form, caller)
  },
  bulk: {
    aliases: ['mobile data'],
    sampleRow: { number: '08031234567', provider: 'mtn' },
    isPhone: () => true,
  },
  historyTitle: productTitle,
  renderReceipt: productReceipt('data', {
    title: dataServerTexts.receiptTitle,
    number: dataServerTexts.phone,
    variation: dataServerTexts.plan,
  }),
  messageDetails: customerNumberDetails,
}
