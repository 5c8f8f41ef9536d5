import { type Service, services } from '../../shared/constants.ts'
import { airtime } from './airtime.ts'
import { cabletv } from './cabletv.ts'
import { data } from './data.ts'
import type { ServiceData } from './definition.ts'
import { education } from './education.ts'
import { power } from './power.ts'

export { KoboSetting, onOrOff, type SettingDefinition, setting } from './setting.ts'

export const serviceData = { power, cabletv, airtime, data, education } as const satisfies {
  [S in Service]: ServiceData<S>
}

/** The data of every service, in display order. */
export const allServiceData: readonly ServiceData[] = services.map((service) => serviceData[service])
