import { airtime } from './airtime.ts'
import { cabletv } from './cabletv.ts'
import { data } from './data.ts'
import type { ServiceContract } from './definition.ts'
import { education } from './education.ts'
import { power } from './power.ts'

/** Every service by id, in display order. Every other registry of services must have an entry for each. */
export const serviceContracts = { power, cabletv, airtime, data, education } as const satisfies Record<
  string,
  ServiceContract
>

/** Id of a service, in the database, the API and the settings. */
export type Service = keyof typeof serviceContracts

/** A service's contract with its optional members. */
export const contractOf = (service: Service): ServiceContract => serviceContracts[service]
