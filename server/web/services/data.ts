import {
  type DataInfo,
  type DataOrder,
  dataNetworks,
  dataOrder,
  getDataCustomer,
  getDeviceInfo,
  processData,
} from '../../../shared/data.ts'
import { formPage } from '../../../shared/pages.ts'
import { displayPhone } from '../../../shared/phone.ts'
import { productTitle } from '../../../shared/service-contract.ts'
import { mapData, type ServicePageDefinition } from './service-page.ts'

/** The mobile data pages. */
export const data: ServicePageDefinition<DataInfo, DataOrder, 'data'> = {
  service: 'data',
  titles: {
    form: { title: 'Buy data', description: 'Data plans of every mobile network in Nigeria.' },
    details: { title: 'Confirm your details', description: 'Check number and plan before you pay.' },
    success: { title: 'Your data', description: 'Your data plan and receipt.' },
  },
  noun: 'data',
  smsContent: 'confirmation',
  startOver: { href: formPage('data'), text: 'Start again' },
  fields: ['device_id', 'phone_number_to_notify', 'selected_provider', 'selected_bundle_code'],
  async lists(web) {
    const networks = await web.data.list(dataNetworks)
    return { props: { networks }, cacheKey: [networks] }
  },
  quote: (web, caller, body) => web.api.request(getDeviceInfo, { body }, caller),
  details: (web, caller, reference) => web.api.request(getDataCustomer, { params: { reference } }, caller),
  async process(web, caller, { reference, accessToken }) {
    const request = { body: { serviceId: reference }, orderToken: accessToken }
    return mapData(await web.api.request(processData, request, caller), (order) => order.ref)
  },
  delivered: (web, caller, { reference, accessToken }) =>
    web.api.request(dataOrder, { params: { deviceId: accessToken, serviceId: reference } }, caller),
  summary: ({ data_network, data_bundle, device_id }) => ({
    description: `${productTitle(data_network.name, data_bundle.name)} for ${device_id}`,
    customer: displayPhone(device_id),
    lines: [
      { label: 'Network', value: data_network.name },
      { label: 'Device ID', value: displayPhone(device_id) },
      { label: 'Plan', value: data_bundle.name },
    ],
    after: 'The data is sent immediately, and a confirmation comes by SMS.',
  }),
  company: ({ data_network }) => data_network.name,
}
