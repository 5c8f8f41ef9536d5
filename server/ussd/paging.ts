import type { Option, Screen } from './screen.ts'

/** Options of one page, by screen: what fits into 160 characters with the longest labels. */
const pageSizes = { company: 4, network: 6, price_range: 4, plan: 3 } as const
export type PagedName = keyof typeof pageSizes
export type PagedScreen = Extract<Screen, { name: PagedName }>

/** The option with a number from 1 to 8 on the screen; null for another input. */
export const optionAt = <T>(options: readonly T[], input: string): T | null =>
  (/^[1-8]$/.test(input) && options[Number(input) - 1]) || null

/** The options of one page, numbered from 1, and whether another page follows. */
export function optionsPage<T>(
  name: PagedName,
  options: readonly T[],
  page: number,
): { options: readonly T[]; hasMore: boolean } {
  const size = pageSizes[name]
  const start = page * size
  return { options: options.slice(start, start + size), hasMore: options.length > start + size }
}

/** The option that an input chooses; 'more' for the next page, null for none. */
export function selectedOption<T extends Option>(
  name: PagedName,
  { options, page }: { options: readonly T[]; page: number },
  input: string,
): T | 'more' | null {
  const current = optionsPage(name, options, page)
  if (input === '9' && current.hasMore) return 'more'
  return optionAt(current.options, input)
}
