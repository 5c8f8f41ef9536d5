import { useSyncExternalStore } from 'react'

/** Dispatches 'changed' when this page changes its URL; the browser reports only Back and Forward. */
const urlEvents = new EventTarget()

function subscribeToUrl(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange)
  urlEvents.addEventListener('changed', onChange)
  return () => {
    window.removeEventListener('popstate', onChange)
    urlEvents.removeEventListener('changed', onChange)
  }
}

/** The query string of the page's URL. @param initial that of the first render, on the server too; default '' */
export const useUrlSearch = (initial = '') =>
  useSyncExternalStore(
    subscribeToUrl,
    () => window.location.search,
    () => initial,
  )

/** Adds a history entry with these parameters. */
export function pushUrlSearch(parameters: URLSearchParams): void {
  window.history.pushState(null, '', parameters.size > 0 ? `?${parameters}` : window.location.pathname)
  urlEvents.dispatchEvent(new Event('changed'))
}
