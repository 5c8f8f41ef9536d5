import { type ComponentType, type ReactNode, useCallback } from 'react'
import { retryImport } from './retry-import.ts'
import { useLoaded } from './use-loaded.ts'

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
  const loadModule = useCallback(() => retryImport(load), [load])
  const Loaded = useLoaded(loadModule, onLoadError)?.default
  return Loaded ? <Loaded {...props} /> : fallback
}
