import { useEffect, useState } from 'react'
import { type Service, services } from '../../shared/constants.ts'

/** The form shown in place of the tiles, if any. Stored in the history state, so that Back returns to the tiles. */
export function useSelectedService() {
  const [selectedService, setSelectedService] = useState<Service | null>(null)

  useEffect(() => {
    const updateFromHistory = () => setSelectedService(readSelectedService(window.history.state))
    updateFromHistory()
    window.addEventListener('popstate', updateFromHistory)
    return () => window.removeEventListener('popstate', updateFromHistory)
  }, [])

  function selectService(service: Service) {
    if (readSelectedService(window.history.state)) window.history.replaceState({ service }, '')
    else window.history.pushState({ service }, '')
    setSelectedService(service)
  }

  return { selectedService, selectService, goBack: () => window.history.back() }
}

const readSelectedService = (state: unknown): Service | null =>
  typeof state === 'object' && state !== null && 'service' in state
    ? (services.find((service) => service === state.service) ?? null)
    : null
