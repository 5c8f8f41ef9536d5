import { type ComponentType, useEffect, useState } from 'react'

interface LaterProps<P> {
  /** Fetches the part. One that cannot be had is left out. */
  load: () => Promise<{ default: ComponentType<P> }>
  props: P
}

/** A part that the page stands without: it is fetched once the page has come alive. */
export function Later<P extends object>({ load, props }: LaterProps<P>) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null)
  useEffect(() => {
    let wanted = true
    load().then(
      (it) => wanted && setPart(() => it.default),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [load])
  return Part && <Part {...props} />
}
