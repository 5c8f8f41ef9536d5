import { useSyncExternalStore } from 'react'
import { readMeta, sessionTokenEvents } from './meta.ts'

/**
 * Whether the user of a page is signed in: false as soon as a response has shown that the session has ended. The page then
 * offers what it offers to a guest. Source: ruling D-023.
 */
export function useSignedIn(wasSignedIn: boolean): boolean {
  const hasEnded = useSyncExternalStore(subscribe, hasSessionEnded, () => false)
  return wasSignedIn && !hasEnded
}

const hasSessionEnded = () => readMeta('session-token') === ''

function subscribe(onChange: () => void): () => void {
  sessionTokenEvents.addEventListener('changed', onChange)
  return () => sessionTokenEvents.removeEventListener('changed', onChange)
}
