import { digitsFrom } from '../people.ts'
import { type MeterRecord, meterRecord } from './beneficiaries.ts'
import type { Vend } from './state.ts'

/** The breakdown of an electricity purchase: arrears first, then tax; the rest becomes units. */
export interface Electricity {
  readonly meter: MeterRecord
  readonly debtKobo: number
  readonly netKobo: number
  readonly taxKobo: number
  /** kWh, decimal text. */
  readonly units: string
  readonly bonusUnits: string
  readonly token: string
  /** Null when the meter has no bonus. */
  readonly bonusToken: string | null
  readonly keys: readonly [string, string] | null
}

const vatPerMille = 75

export function electricityOf(vend: Vend, city?: string): Electricity {
  const meter = meterRecord(vend.billersCode, city)
  const debtKobo = Math.min(meter.arrearsKobo, Math.floor(vend.vendedKobo * 0.3))
  const energyKobo = vend.vendedKobo - debtKobo
  const netKobo = Math.round((energyKobo * 1_000) / (1_000 + vatPerMille))
  const units = (kobo: number) => (kobo / 100 / Number(meter.tariff)).toFixed(1)
  const digits = (name: string) => digitsFrom(`${vend.requestId} ${name}`, 20)
  return {
    meter,
    debtKobo,
    netKobo,
    taxKobo: energyKobo - netKobo,
    units: units(netKobo),
    bonusUnits: units(Math.round(netKobo / 10)),
    token: digits('token'),
    bonusToken: meter.hasBonusToken ? digits('bonus') : null,
    keys: meter.needsKeyChange ? [digits('kct1'), digits('kct2')] : null,
  }
}
