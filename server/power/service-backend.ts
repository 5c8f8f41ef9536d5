import { PowerForm } from '../../shared/power.ts'
import { referenceDiscos } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { parseForm, type ServiceBackend } from '../purchase/index.ts'
import { powerOrderHandler } from './order-handler.ts'
import { preparePowerOrder } from './prepare-order.ts'
import { renderOrderReceipt } from './receipt.ts'
import { powerRoutes } from './routes.ts'
import { powerServerTexts } from './texts.ts'

export const power: ServiceBackend<'power'> = {
  id: 'power',
  createOrderHandler: ({ branding }) => powerOrderHandler(branding),
  createRoutes: powerRoutes,
  prepareOrder(request) {
    const form = parseForm(PowerForm, {
      meter_number: request.number,
      meter_type: request.type,
      phone_number: request.phone,
      amount: request.amount,
      meter_disco: request.billerCode,
    })
    return (deps, caller) => preparePowerOrder(deps, form, caller)
  },
  bulk: {
    aliases: ['electricity'],
    sampleRow: {
      number: '11000000099',
      provider: 'ikeja',
      type: 'prepaid',
      amount: '2000',
      phone: '08031234567',
    },
    billerCode: discoCodeOf,
    isPhone: () => false,
  },
  historyTitle: powerServerTexts.historyTitle,
  renderReceipt: renderOrderReceipt,
  messageDetails: (order, delivery) => ({
    token: delivery.tokens.find((token) => token.kind === 'main')?.digits ?? null,
    units: delivery.units,
    meter_number: order.beneficiary,
  }),
}

/** The code of an electricity company, by code, name or abbreviation. @throws ApiError INVALID */
function discoCodeOf(input: string): string {
  const normalisedText = input.toLowerCase()
  const disco = referenceDiscos.find(({ code, name, abbr, description }) =>
    [code, name, abbr, description].some((entry) => entry.toLowerCase() === normalisedText),
  )
  if (disco) return disco.code
  const codes = referenceDiscos.map(({ code }) => code).join(', ')
  throw new ApiError('INVALID', { message: powerServerTexts.companyUnknown({ codes }) })
}
