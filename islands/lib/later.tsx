import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { fetchPart } from './fetch-part.ts'

export interface LaterProps<P> {
  /** Fetches the part. */
  load: () => Promise<{ default: ComponentType<P> }>
  props: P
  /** Stands in its place until it is there. */
  meanwhile?: ReactNode
  /** Called when it cannot be had; it is left out then. */
  onMissing?: () => void
}

/** A part that the page stands without: it is fetched once the page has come alive. */
export function Later<P extends object>({ load, props, meanwhile = null, onMissing }: LaterProps<P>) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null)
  const giveUp = useEffectEvent(() => onMissing?.())
  useEffect(() => {
    let wanted = true
    fetchPart(load).then(
      (it) => wanted && setPart(() => it.default),
      () => wanted && giveUp(),
    )
    return () => {
      wanted = false
    }
  }, [load])
  return Part ? <Part {...props} /> : meanwhile
}
