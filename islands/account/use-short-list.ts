import { useState, useSyncExternalStore } from 'react'

/** Width below which a table row is a card. Equal to the one in management.css. */
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
 * @param key identifies the list; another one starts with ten rows again
 * @param loadNext loads the next page of the API
 */
export function useShortList<T>(
  key: string,
  { list, next }: { list: T[]; next: string | null },
  loadNext: () => void,
) {
  const isPhone = useIsPhone()
  const [opened, setOpened] = useState({ key, rows: phoneRows })
  const rows = opened.key === key ? opened.rows : phoneRows
  if (!isPhone) return { list, hasMore: next !== null, loadMore: loadNext }
  return {
    list: list.slice(0, rows),
    hasMore: next !== null || list.length > rows,
    loadMore: () => {
      const wanted = Math.min(rows, list.length) + phoneRows
      setOpened({ key, rows: wanted })
      if (wanted > list.length) loadNext()
    },
  }
}
