import type { Call, DataOf } from '../../shared/contract.ts'
import { type Asking, ask } from './api.ts'
import { recall, remember } from './cache.ts'

/** Failures of these helpers are swallowed: a list that cannot be had is empty. Source: specification 1, section 7. */
export async function list<const C extends Call>(it: C, asking: Asking<C> = {}): Promise<DataOf<C> | null> {
  try {
    return (await ask(it, { ...asking, quiet: true }))?.data ?? null
  } catch {
    return null
  }
}

/** Tells whoever lost a list that somebody looks at an empty one: 'opened'. */
export const emptyLists = new EventTarget()

/** Under which name an answer is remembered, and how long. */
export interface Kept {
  name: string
  lifetimeMs: number
}

/** An answer that is remembered for a while; null when it cannot be had. */
export async function keptList<const C extends Call>(
  it: C,
  { name, lifetimeMs }: Kept,
  asking: Asking<C> = {},
): Promise<DataOf<C> | null> {
  const kept: DataOf<C> | null = recall<C['data']>(name, it.data)
  if (kept !== null) return kept
  const fresh = await list(it, asking)
  remember(name, lifetimeMs, fresh)
  return fresh
}
