import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { retryImport } from './retry-import.ts'

export interface LazyProps<P> {
  /** Imports the component. */
  load: () => Promise<{ default: ComponentType<P> }>
  props: P
  /** Shown until the component is loaded. */
  fallback?: ReactNode
  /** Called when loading fails; nothing is rendered then. */
  onLoadError?: () => void
}

/** A component that is loaded after hydration. */
export function Lazy<P extends object>({ load, props, fallback = null, onLoadError }: LazyProps<P>) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null)
  const reportLoadError = useEffectEvent(() => onLoadError?.())
  useEffect(() => {
    let isCurrent = true
    retryImport(load).then(
      (module) => isCurrent && setLoaded(() => module.default),
      () => isCurrent && reportLoadError(),
    )
    return () => {
      isCurrent = false
    }
  }, [load])
  return Loaded ? <Loaded {...props} /> : fallback
}
