import { useEffect, useState } from 'react'
import { type Service, services } from '../../shared/constants.ts'

/** The form shown in place of the tiles, if any. Stored in the history state, so that Back returns to the tiles. */
export function useSelectedService() {
  const [selectedService, setChosen] = useState<Service | null>(null)

  useEffect(() => {
    const follow = () => setChosen(readSelectedService(window.history.state))
    follow()
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  function selectService(service: Service) {
    if (readSelectedService(window.history.state)) window.history.replaceState({ service }, '')
    else window.history.pushState({ service }, '')
    setChosen(service)
  }

  return { chosen: selectedService, choose: selectService, leave: () => window.history.back() }
}

const readSelectedService = (state: unknown): Service | null =>
  typeof state === 'object' && state !== null && 'service' in state
    ? (services.find((service) => service === state.service) ?? null)
    : null
