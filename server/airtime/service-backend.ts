import { AirtimeForm } from '../../shared/airtime.ts'
import { customerNumberDetails, parseForm, productReceipt, type ServiceBackend } from '../purchase/index.ts'
import { airtimeOrderHandler } from './order-handler.ts'
import { prepareAirtimeOrder } from './prepare-order.ts'
import { airtimeRoutes } from './routes.ts'
import { airtimeServerTexts } from './texts.ts'

export const airtime: ServiceBackend<'airtime'> = {
  id: 'airtime',
  createOrderHandler: ({ branding }) => airtimeOrderHandler(branding),
  createRoutes: airtimeRoutes,
  prepareOrder(request) {
    const form = parseForm(AirtimeForm, {
      phone_number: request.number,
      amount: request.amount,
      selected_provider: request.billerCode,
    })
    return (deps, caller) => prepareAirtimeOrder(deps, form, caller)
  },
  bulk: {
    aliases: ['vtu'],
    sampleRow: { number: '08031234567', provider: 'mtn', amount: '500' },
    isPhone: () => true,
  },
  historyTitle: (network) => airtimeServerTexts.historyTitle({ network }),
  renderReceipt: productReceipt('airtime', {
    title: airtimeServerTexts.receiptTitle,
    number: airtimeServerTexts.phone,
  }),
  messageDetails: customerNumberDetails,
}
