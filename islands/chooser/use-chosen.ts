import { useEffect, useState } from 'react'

/** Whether a form stands in place of the tiles. Kept in the history, so that Back returns to the tiles. */
export function useChosen() {
  const [isChosen, setIsChosen] = useState(false)

  useEffect(() => {
    const follow = () => setIsChosen(isPower(window.history.state))
    follow()
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  function choose() {
    window.history.pushState({ service: 'power' }, '')
    setIsChosen(true)
  }

  return { isChosen, choose, leave: () => window.history.back() }
}

const isPower = (state: unknown) =>
  typeof state === 'object' && state !== null && 'service' in state && state.service === 'power'
