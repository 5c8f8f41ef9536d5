import { createHash } from 'node:crypto'

/** Deterministic random numbers for a seed. */
export interface RandomSource {
  /** Integer from 0 to below `limit`. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

export function createRandom(seed: string): RandomSource {
  let drawCount = 0
  const below = (limit: number) =>
    createHash('sha256').update(`${seed} ${drawCount++}`).digest().readUInt32BE() % limit
  return {
    below,
    chance: (probability) => below(1_000_000) < probability * 1_000_000,
    pick<T>(items: readonly T[]): T {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('There is nothing to draw from')
      return item
    },
  }
}
