import { useEffect, useRef } from 'react'
import { verifyPin } from '../../shared/security.ts'
import { queryClient } from '../account/query-client.ts'

/** Runs after each successful request of the page that changes something: `verifyPin` changes nothing. */
export function useAfterMutation(run: () => void): void {
  const latestRun = useRef(run)
  useEffect(() => {
    latestRun.current = run
  })
  useEffect(
    () =>
      queryClient()
        .getMutationCache()
        .subscribe((event) => {
          if (event.type !== 'updated' || event.action.type !== 'success') return
          if (event.mutation.options.mutationKey?.[0] !== verifyPin.name) latestRun.current()
        }),
    [],
  )
}
