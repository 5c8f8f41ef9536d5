import type { Service, VendorName } from '../../shared/constants.ts'
import type { SettingDefinition } from './setting.ts'

/** A network or exam body of a service, with our code and each vendor's. */
export interface ReferenceNetwork {
  readonly code: string
  readonly name: string
  readonly abbr: string
  readonly company: string
  readonly vendors: Readonly<Partial<Record<VendorName, string>>>
}

/**
 * The data of a service for modules that must not import the service's module: the database, the settings and the API
 * document.
 */
export interface ServiceData<S extends Service = Service> {
  readonly id: S
  /** The product in messages about vendors: "VTpass does not provide exam PINs." */
  readonly productNoun: string
  /** The orders in the description of the vendor setting: "the vendor of new education orders". */
  readonly orderNoun: string
  /** An order in the wallet history: "Exam PIN for 08031234567". */
  readonly walletLabel: (values: { readonly number: string }) => string
  /** Whether vendors list variations with prices; otherwise the customer enters the amount. */
  readonly hasVariations: boolean
  /** Companies besides the electricity companies. Variations come from the vendor. */
  readonly networks: readonly ReferenceNetwork[]
  /** Settings besides status, reason and vendor, which every service has. */
  readonly settings: Readonly<Record<string, SettingDefinition<unknown>>>
  readonly api: {
    /** The exports of `shared/<service>.ts`: its schemas are named in the API document. */
    readonly contract: Readonly<Record<string, unknown>>
    readonly tag: { readonly name: string; readonly description: string; readonly paths: readonly string[] }
    /** Descriptions of its endpoints, by name. */
    readonly descriptions: Readonly<Record<string, string>>
  }
}
