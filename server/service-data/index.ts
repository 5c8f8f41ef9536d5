import { type Service, services } from '../../shared/constants.ts'
import { airtime } from './airtime.ts'
import { cabletv } from './cabletv.ts'
import { data } from './data.ts'
import type { ServiceData } from './definition.ts'
import { education } from './education.ts'
import { power } from './power.ts'

export { defineSetting, KoboSetting, onOrOff, type SettingDefinition } from './setting.ts'

export const serviceData = { power, cabletv, airtime, data, education } as const satisfies {
  [S in Service]: ServiceData<S>
}

type ServiceChargeSetting = Extract<
  { [S in Service]: keyof (typeof serviceData)[S]['settings'] }[Service],
  `${string}_service_charge_kobo`
>

/** Names of the settings with the service charges of a service: none, one, or one for each exam body. */
export const serviceChargeSettings = (service: Service): ServiceChargeSetting[] =>
  Object.keys(serviceData[service].settings).filter((name): name is ServiceChargeSetting =>
    name.endsWith('_service_charge_kobo'),
  )

/**
 * Name of the setting with the service charge of a biller's products: that of the exam body for exam PINs, otherwise
 * the only one of the service; undefined where there is no charge.
 */
export const serviceChargeSetting = (
  service: Service,
  billerCode: string,
): ServiceChargeSetting | undefined => {
  const names = serviceChargeSettings(service)
  return names.find((name) => name === `${billerCode}_service_charge_kobo`) ?? names[0]
}

/** The data of every service, in display order. */
export const allServiceData: readonly ServiceData[] = services.map((service) => serviceData[service])
