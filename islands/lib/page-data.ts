/** The island and props that the shell printed into this page. */
export interface PageData {
  island: string
  props: object
}

/** Reads the JSON of `#page-data`; null on a page without an island. */
export function readPageData(): PageData | null {
  try {
    const data: unknown = JSON.parse(document.getElementById('page-data')?.textContent ?? 'null')
    if (typeof data !== 'object' || data === null || !('island' in data) || !('props' in data)) return null
    const { island, props } = data
    return typeof island === 'string' && typeof props === 'object' && props !== null
      ? { island, props }
      : null
  } catch {
    return null
  }
}
