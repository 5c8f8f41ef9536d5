/** One page of a list: its rows and the cursor of the next page; null on the last page. */
export interface ResultPage<Row, Next> {
  readonly rows: readonly Row[]
  readonly next: Next | null
}

/** Limits for fetching one list: number of pages and total time. */
const defaultLimits = { maxPages: 50, maxDurationMs: 45_000 }
/** Limits for a list of all transactions of a day, which a person waits for. */
export const longListLimits = { maxPages: 5_000, maxDurationMs: 15 * 60_000 }

/**
 * Fetches a list page by page.
 * @returns the rows and whether the list is complete; null when a page could not be fetched
 */
export async function fetchPages<Row, Next>(
  first: Next,
  fetchPage: (cursor: Next) => Promise<ResultPage<Row, Next> | null>,
  { maxPages, maxDurationMs } = defaultLimits,
): Promise<{ rows: Row[]; isComplete: boolean } | null> {
  const timeoutAt = performance.now() + maxDurationMs
  const rows: Row[] = []
  let cursor = first
  for (let pages = 0; pages < maxPages && performance.now() < timeoutAt; pages += 1) {
    const page = await fetchPage(cursor)
    if (!page) return null
    rows.push(...page.rows)
    if (page.next === null) return { rows, isComplete: true }
    cursor = page.next
  }
  return { rows, isComplete: false }
}

/** Fetches every page of a list with numbered pages, from 1. @returns null when it is not complete */
export async function fetchNumberedPages<Row>(
  fetchPage: (page: number) => Promise<{ rows: readonly Row[]; pages: number } | null>,
): Promise<Row[] | null> {
  const list = await fetchPages(
    1,
    async (page) => {
      const result = await fetchPage(page)
      return result && { rows: result.rows, next: page < result.pages ? page + 1 : null }
    },
    longListLimits,
  )
  return list?.isComplete ? list.rows : null
}
