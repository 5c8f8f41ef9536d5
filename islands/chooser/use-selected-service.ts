import { useSyncExternalStore } from 'react'
import { type Service, services } from '../../shared/constants.ts'

/** Dispatches 'selected' when a tile was pressed; the browser reports only Back and Forward. */
const selectionEvents = new EventTarget()

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange)
  selectionEvents.addEventListener('selected', onChange)
  return () => {
    window.removeEventListener('popstate', onChange)
    selectionEvents.removeEventListener('selected', onChange)
  }
}

function selectService(service: Service) {
  if (readSelectedService()) window.history.replaceState({ service }, '')
  else window.history.pushState({ service }, '')
  selectionEvents.dispatchEvent(new Event('selected'))
}

/** The form shown in place of the tiles, if any. Stored in the history state, so that Back returns to the tiles. */
export function useSelectedService() {
  const selectedService = useSyncExternalStore(subscribe, readSelectedService, () => null)
  return { selectedService, selectService, goBack: () => window.history.back() }
}

function readSelectedService(): Service | null {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'service' in state
    ? (services.find((service) => service === state.service) ?? null)
    : null
}
