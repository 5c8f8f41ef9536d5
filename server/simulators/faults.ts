/** Behaviour → what it makes the party do, in a sentence for people. */
export type Behaviours = Readonly<Record<string, string>>

export interface Fault {
  party: string
  behaviour: string
  says: string
  /** How many more times it will strike; 0 is at rest. */
  left: number
}

/** One party's own faults, as the party sees them. */
export interface FaultsOf<Name extends string> {
  /** True when that behaviour is armed; one use is spent. */
  strikes(behaviour: Name): boolean
  /** The first armed one of several, spent; null when none is. */
  oneOf<Some extends Name>(behaviours: readonly Some[]): Some | null
}

/** The lies that were ordered. They live in memory: a restarted simulator is honest. */
export interface Faults {
  declare<B extends Behaviours>(party: string, behaviours: B): FaultsOf<Extract<keyof B, string>>
  /** Arms a behaviour; null when party or behaviour is unknown. */
  arm(party: string, behaviour: string, times: number): Fault | null
  /** Puts a party's behaviours, or everybody's, to rest. False when the party is unknown. */
  calm(party?: string): boolean
  list(): Fault[]
}

export function createFaults(): Faults {
  const parties = new Map<string, Map<string, Fault>>()

  return {
    declare(party, behaviours) {
      const own = new Map<string, Fault>()
      for (const [behaviour, says] of Object.entries(behaviours))
        own.set(behaviour, { party, behaviour, says, left: 0 })
      parties.set(party, own)

      const strikes = (behaviour: string) => {
        const fault = own.get(behaviour)
        if (!fault || fault.left === 0) return false
        fault.left -= 1
        return true
      }
      return { strikes, oneOf: (some) => some.find(strikes) ?? null }
    },
    arm(party, behaviour, times) {
      const fault = parties.get(party)?.get(behaviour)
      if (!fault) return null
      fault.left = times
      return fault
    },
    calm(party) {
      const calmed = party === undefined ? [...parties.values()] : [parties.get(party)]
      for (const own of calmed) for (const fault of own?.values() ?? []) fault.left = 0
      return party === undefined || parties.has(party)
    },
    list: () => [...parties.values()].flatMap((own) => [...own.values()]),
  }
}
