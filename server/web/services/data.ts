import {
  type DataInfo,
  type DataOrder,
  dataOrder,
  getDataCustomer,
  getDeviceInfo,
  processData,
} from '../../../shared/data.ts'
import { soldAs } from '../../../shared/journeys.ts'
import { formPage } from '../../../shared/pages.ts'
import { showPhone } from '../../../shared/phone.ts'
import { mapped, type Sold } from './sold.ts'

/** Mobile data, as the shell needs to know it. */
export const data: Sold<DataInfo, DataOrder> = {
  service: 'data',
  titles: {
    form: { title: 'Buy data', description: 'Data plans of every mobile network in Nigeria.' },
    details: { title: 'Confirm your details', description: 'Check number and plan before you pay.' },
    success: { title: 'Your data', description: 'Your data plan and receipt.' },
  },
  noun: 'data',
  sent: 'confirmation',
  startOver: { href: formPage('data'), text: 'Start again' },
  fields: ['device_id', 'phone_number_to_notify', 'selected_provider', 'selected_bundle_code'],
  async lists(site) {
    const networks = await site.data.dataNetworks()
    return { props: { networks }, madeOf: [networks] }
  },
  quote: (site, caller, body) => site.api.ask(getDeviceInfo, { body }, caller),
  details: (site, caller, reference) => site.api.ask(getDataCustomer, { params: { reference } }, caller),
  async process(site, caller, { reference, second }) {
    const body = { serviceId: reference, accessToken: second || null }
    return mapped(await site.api.ask(processData, { body }, caller), (it) => it.ref)
  },
  delivered: (site, caller, { reference, second }) =>
    site.api.ask(dataOrder, { params: { deviceId: second, serviceId: reference } }, caller),
  summary: ({ data_network, data_bundle, device_id }) => ({
    description: `${soldAs(data_network.name, data_bundle.name)} for ${device_id}`,
    customer: showPhone(device_id),
    lines: [
      { label: 'Network', value: data_network.name },
      { label: 'Device ID', value: showPhone(device_id) },
      { label: 'Plan', value: data_bundle.name, wide: true },
    ],
    after: 'The data is sent at once, and a confirmation comes by SMS.',
  }),
  company: ({ data_network }) => data_network.name,
}
