import type { Service } from '../../shared/constants.ts'
import { formPage } from '../../shared/pages.ts'

const names: Record<Service, string> = {
  power: 'Power',
  cabletv: 'Cable TV',
  airtime: 'Airtime',
  data: 'Data',
  education: 'School',
}

/** The services in the header, as links. */
export const navigation = Object.freeze(
  (Object.keys(names) as Service[]).map((service) => ({ href: formPage(service), text: names[service] })),
)
