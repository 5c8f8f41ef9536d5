import { JambForm, WaecForm } from '../../shared/education.ts'
import {
  customerNumberDetails,
  type OrderCreator,
  parseForm,
  productReceipt,
  type QuoteRequest,
  type ServiceBackend,
} from '../purchase/index.ts'
import { requiresJambProfile } from './exams.ts'
import { educationOrderHandler } from './order-handler.ts'
import { prepareJambOrder, prepareWaecOrder } from './prepare-order.ts'
import { educationRoutes } from './routes.ts'
import { educationServerTexts } from './texts.ts'

export const education: ServiceBackend<'education'> = {
  id: 'education',
  createOrderHandler: ({ branding, ...deps }) => educationOrderHandler(deps, branding),
  createRoutes: educationRoutes,
  prepareOrder,
  bulk: {
    aliases: ['exam', 'school'],
    sampleRow: { number: '08031234567', provider: 'waec' },
    isPhone: (billerCode) => !requiresJambProfile(billerCode),
  },
  historyTitle: (network, variation) => variation || network,
  renderReceipt: productReceipt('education', {
    title: educationServerTexts.receiptTitle,
    network: educationServerTexts.examBody,
    number: ({ code }) =>
      requiresJambProfile(code) ? educationServerTexts.profileId() : educationServerTexts.phone(),
    variation: educationServerTexts.exam,
  }),
  messageDetails: customerNumberDetails,
}

function prepareOrder(request: QuoteRequest): OrderCreator {
  if (requiresJambProfile(request.billerCode)) {
    const form = parseForm(JambForm, {
      service_type: request.billerCode,
      phone_number: request.phone,
      profile_id: request.number,
      variation_code: request.plan,
    })
    return (deps, caller) => prepareJambOrder(deps, form, caller)
  }
  const form = parseForm(WaecForm, {
    service_type: request.billerCode,
    phone_number: request.number,
    email_address: request.email,
    quantity: request.quantity ?? 1,
    variation_code: request.plan,
  })
  return (deps, caller) => prepareWaecOrder(deps, form, caller)
}
