/** One page of a list: its rows and the cursor of the next page; null on the last page. */
export interface Page<Row, Next> {
  readonly rows: readonly Row[]
  readonly next: Next | null
}

/** Limits for reading one list: number of pages and total time. */
const maxPages = 50
const maxDurationMs = 45_000

/**
 * Reads a list page by page.
 * @returns the rows and whether the list is complete; null when a page could not be read
 */
export async function readPages<Row, Next>(
  first: Next,
  read: (cursor: Next) => Promise<Page<Row, Next> | null>,
): Promise<{ rows: Row[]; complete: boolean } | null> {
  const deadline = performance.now() + maxDurationMs
  const rows: Row[] = []
  let cursor = first
  for (let pages = 0; pages < maxPages && performance.now() < deadline; pages += 1) {
    const page = await read(cursor)
    if (!page) return null
    rows.push(...page.rows)
    if (page.next === null) return { rows, complete: true }
    cursor = page.next
  }
  return { rows, complete: false }
}
