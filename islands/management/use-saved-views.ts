import { useState } from 'react'
import * as z from 'zod/mini'
import { getProfile } from '../../shared/accounts.ts'
import { useQuery } from '../account/use-query.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { type ColumnId, columnIds, extraColumns } from './transactions-columns.tsx'

const Columns = z.array(z.enum(columnIds as readonly [ColumnId, ...ColumnId[]]))
const SavedView = z.object({
  name: z.string(),
  filters: z.record(z.string(), z.string()),
  hidden: Columns,
})
export type SavedView = z.infer<typeof SavedView>
const StoredViews = z.object({ views: z.array(SavedView), hidden: Columns })
type StoredViews = z.infer<typeof StoredViews>

const initial: StoredViews = { views: [], hidden: [...extraColumns] }

/** Saved views and chosen columns of the signed-in manager, in this browser. */
export function useSavedViews() {
  const { data: profile } = useQuery(getProfile, { query: { field: 'uniqueid' } }, { quiet: true })
  const name = typeof profile === 'string' ? `transactions:${profile}` : null
  const [unsavedState, setUnsavedState] = useState<StoredViews | null>(null)
  const stored = unsavedState ?? (name === null ? initial : readSavedViews(name))

  function store(changes: Partial<StoredViews>): void {
    const next = { ...stored, ...changes }
    setUnsavedState(next)
    if (name !== null) writeStored('local', name, next)
  }

  return {
    ...stored,
    /** False until the manager is known: views cannot be saved. */
    canSave: name !== null,
    setHidden: (hidden: ColumnId[]) => store({ hidden }),
    /** Saves a view; it replaces one of the same name. */
    save: (view: SavedView) =>
      store({ views: [...stored.views.filter((other) => other.name !== view.name), view] }),
    remove: (viewName: string) => store({ views: stored.views.filter((other) => other.name !== viewName) }),
  }
}

function readSavedViews(name: string): StoredViews {
  const stored = StoredViews.safeParse(readStored('local', name))
  return stored.success ? stored.data : initial
}
