import { useState, useSyncExternalStore } from 'react'

/** Below this width a table row is displayed as a card. management-tables.css has the same width. */
const phoneWidth = '(max-width: 47.99rem)'
/** Rows that a phone shows at first and with each "Show more". */
const phoneRows = 10

const phoneQuery = (): MediaQueryList | undefined => window.matchMedia?.(phoneWidth)

function onWidthChange(listener: () => void): () => void {
  const query = phoneQuery()
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

/** Whether the page has the width of a phone. False in the HTML of the server. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    onWidthChange,
    () => phoneQuery()?.matches ?? false,
    () => false,
  )

/**
 * On a phone, shows a list ten rows at a time, because a page of the API would be ten screens long.
 * @param key identifies the list; a list with another key starts with ten rows again
 * @param loadNext loads the next page of the API
 */
export function useShortList<T>(
  key: string,
  { list, next }: { list: T[]; next: string | null },
  loadNext: () => void,
) {
  const isPhone = useIsPhone()
  const [shown, setShown] = useState({ key, rows: phoneRows })
  const rows = shown.key === key ? shown.rows : phoneRows
  if (!isPhone) return { list, hasMore: next !== null, loadMore: loadNext }
  return {
    list: list.slice(0, rows),
    hasMore: next !== null || list.length > rows,
    loadMore: () => {
      const rowCount = Math.min(rows, list.length) + phoneRows
      setShown({ key, rows: rowCount })
      if (rowCount > list.length) loadNext()
    },
  }
}
