import type { Reply, Till } from '../support/shop.ts'

/** Where a story happens: a shop whose process dies when it is told to, and is started again on its database. */
export interface House {
  readonly shop: Till
  /** From now on it may die. */
  arm(): void
  /**
   * Presses a button until it is answered, as somebody does who saw an error or nothing: the process is
   * started again meanwhile, and time passes.
   * @param isOver true when there is nothing left to press for: the answer was lost, not the work
   */
  press<T>(ask: () => Promise<Reply<T>>, isOver?: () => Promise<boolean>): Promise<Reply<T>>
}

/** The same as its runner sees it. */
export interface DyingHouse extends House {
  /** Makes the process ready for the next story, in which it dies at the moment called `at`. */
  begin(at: number, setting: Setting): Promise<void>
  /** Lets deadlines pass, one after the other, with a living process, until `over`. */
  followTo(over: () => Promise<boolean>): Promise<void>
  /** An hour in which nothing may happen any more. */
  afterwards(): Promise<void>
  /** Where it died in this story; null when it lived. */
  readonly diedAt: string | null
  close(): Promise<void>
}

/** What a counterparty is told to do wrong, once or so many times. */
export type Lie = readonly [party: string, behaviour: string, times?: number]

/** One story in one house, from the first press to its end. */
export interface Story {
  /** What the person does. */
  acts(): Promise<void>
  /** True once nobody owes anything any more. */
  over(): Promise<boolean>
  /** What must then be true, beside the laws that hold of everything. `where` names the cell. */
  judge(where: string): Promise<void>
}

/** What the house is like while the story is told. */
export interface Setting {
  /** One vendor, unless the story is about what the others do. */
  readonly vendors?: 'one' | 'all'
  /** Site settings that are not as usual. */
  readonly settings?: Readonly<Record<string, unknown>>
}

export interface Column extends Setting {
  readonly lies: readonly Lie[]
  /** Makes the people of the story; nobody dies yet. */
  begin(house: House): Promise<Story>
}

/**
 * One way in which money moves, walked boundary by boundary. A new one is a file beside the others and a
 * line in `index.ts`: how it is run, under which lies, and what must hold at its end.
 */
export interface Flow {
  readonly name: string
  readonly columns: Readonly<Record<string, Column>>
}

/** A flow of columns that differ by what `begin` is told of them. */
export const flow = <C extends Setting & { readonly lies?: readonly Lie[] }>(
  name: string,
  columns: Readonly<Record<string, C>>,
  begin: (house: House, column: C) => Promise<Story>,
): Flow => ({
  name,
  columns: Object.fromEntries(
    Object.entries(columns).map(([column, it]) => [
      column,
      {
        lies: it.lies ?? [],
        vendors: it.vendors ?? 'one',
        settings: it.settings ?? {},
        begin: (house: House) => begin(house, it),
      },
    ]),
  ),
})
