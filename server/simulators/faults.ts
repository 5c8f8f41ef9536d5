/** Fault name → description of what the provider does. */
type Behaviours = Readonly<Record<string, string>>

export interface Fault {
  party: string
  behaviour: string
  message: string
  /** Remaining number of times that the fault is injected; 0 is inactive. */
  left: number
}

/** The faults of one provider. */
export interface ProviderFaults<Name extends string> {
  /** True when the fault is armed; consumes one use. */
  consume(behaviour: Name): boolean
  /** The first armed fault of several, consuming one use; null when none is armed. */
  oneOf<Some extends Name>(behaviours: readonly Some[]): Some | null
}

/** Armed faults, in memory: a restarted simulator has none. */
export interface Faults {
  declare<B extends Behaviours>(provider: string, behaviours: B): ProviderFaults<Extract<keyof B, string>>
  /** Arms a fault; null when the provider or fault is unknown. */
  arm(provider: string, behaviour: string, times: number): Fault | null
  /** Disarms the faults of one provider, or of all providers. False when the provider is unknown. */
  disarm(provider?: string): boolean
  list(): Fault[]
}

export function createFaults(): Faults {
  const providers = new Map<string, Map<string, Fault>>()

  return {
    declare(provider, behaviours) {
      const faults = new Map<string, Fault>()
      for (const [behaviour, message] of Object.entries(behaviours))
        faults.set(behaviour, { party: provider, behaviour, message, left: 0 })
      providers.set(provider, faults)

      const consume = (behaviour: string) => {
        const fault = faults.get(behaviour)
        if (!fault || fault.left === 0) return false
        fault.left -= 1
        return true
      }
      return { consume: consume, oneOf: (some) => some.find(consume) ?? null }
    },
    arm(provider, behaviour, times) {
      const fault = providers.get(provider)?.get(behaviour)
      if (!fault) return null
      fault.left = times
      return fault
    },
    disarm(provider) {
      const faultMaps = provider === undefined ? [...providers.values()] : [providers.get(provider)]
      for (const faults of faultMaps) for (const fault of faults?.values() ?? []) fault.left = 0
      return provider === undefined || providers.has(provider)
    },
    list: () => [...providers.values()].flatMap((faults) => [...faults.values()]),
  }
}
