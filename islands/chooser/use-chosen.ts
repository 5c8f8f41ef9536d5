import { useEffect, useState } from 'react'
import { type Service, services } from '../../shared/constants.ts'

/** The form shown in place of the tiles, if any. Stored in the history state, so that Back returns to the tiles. */
export function useChosen() {
  const [chosen, setChosen] = useState<Service | null>(null)

  useEffect(() => {
    const follow = () => setChosen(readChosen(window.history.state))
    follow()
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  function choose(service: Service) {
    if (readChosen(window.history.state)) window.history.replaceState({ service }, '')
    else window.history.pushState({ service }, '')
    setChosen(service)
  }

  return { chosen, choose, leave: () => window.history.back() }
}

const readChosen = (state: unknown): Service | null =>
  typeof state === 'object' && state !== null && 'service' in state
    ? (services.find((service) => service === state.service) ?? null)
    : null
