import { getAllStates, getPhoneCodes } from '../../shared/actions.ts'
import { cacheLifetimesMs, type MeterType } from '../../shared/constants.ts'
import type { Call, DataOf } from '../../shared/contract.ts'
import { getPaymentOptions } from '../../shared/payments.ts'
import { allDiscos, discoCompanies, powerProviders } from '../../shared/power.ts'
import { type Asking, ask } from './api.ts'
import { ofUser, recall, remember } from './cache.ts'

/** Failures of these helpers are swallowed: a list that cannot be had is empty. Source: specification 1, section 7. */
export async function list<const C extends Call>(it: C, asking: Asking<C> = {}): Promise<DataOf<C> | null> {
  try {
    return (await ask(it, { ...asking, quiet: true }))?.data ?? null
  } catch {
    return null
  }
}

/** An answer that is remembered for a while; null when it cannot be had. */
export async function keptList<const C extends Call>(
  it: C,
  { name, lifetimeMs }: { name: string; lifetimeMs: number },
  asking: Asking<C> = {},
): Promise<DataOf<C> | null> {
  const kept: DataOf<C> | null = recall<C['data']>(name, it.data)
  if (kept !== null) return kept
  const fresh = await list(it, asking)
  remember(name, lifetimeMs, fresh)
  return fresh
}

const { long, companies } = cacheLifetimesMs

/** The companies that sell a type of meter; remembered an hour, each type apart. */
export const listDiscoCompanies = async (meterType: MeterType) =>
  (await keptList(
    discoCompanies,
    { name: `discos:company:${meterType}`, lifetimeMs: companies },
    { query: { meter_type: meterType } },
  )) ?? []

/** Every electricity company; remembered two hours. */
export const listDiscos = async () =>
  (await keptList(allDiscos, { name: 'discos:all', lifetimeMs: long })) ?? []

export const listPowerProviders = async () => (await list(powerProviders)) ?? []

/** The ways to pay; remembered two hours, for this person. */
export const listPaymentOptions = async () =>
  (await keptList(getPaymentOptions, { name: `${ofUser}payment-options`, lifetimeMs: long })) ?? []

export const listStates = async () => (await list(getAllStates)) ?? []

export const listPhoneCodes = async () => (await list(getPhoneCodes)) ?? []
