/** One page of a list: its rows, and what to ask the next one by; null when it was the last. */
export interface Page<Row, Next> {
  readonly rows: readonly Row[]
  readonly next: Next | null
}

/** A list is read no further than so many pages, and for no longer than this together. */
const mostPages = 50
const withinMs = 45_000

/**
 * Reads a list page by page.
 * @returns the rows, and whether that is all of them; null when a page could not be read
 */
export async function readPages<Row, Next>(
  first: Next,
  read: (at: Next) => Promise<Page<Row, Next> | null>,
): Promise<{ rows: Row[]; whole: boolean } | null> {
  const until = performance.now() + withinMs
  const rows: Row[] = []
  let at = first
  for (let pages = 0; pages < mostPages && performance.now() < until; pages += 1) {
    const page = await read(at)
    if (!page) return null
    rows.push(...page.rows)
    if (page.next === null) return { rows, whole: true }
    at = page.next
  }
  return { rows, whole: false }
}
