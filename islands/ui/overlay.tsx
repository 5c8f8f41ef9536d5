import { useLayoutEffect, useRef } from 'react'
import { disableAround } from '../lib/disable-around.ts'

interface OverlayProps {
  text: string
  /** Makes everything it covers inert, for the keyboard too. */
  disables?: boolean
}

/** Covers the screen (or its dialog) during an operation and names the operation. */
export function Overlay({ text, disables = true }: OverlayProps) {
  const overlay = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (disables && overlay.current) return disableAround(overlay.current)
  }, [disables])
  return (
    <div className="overlay" ref={overlay}>
      <div className="overlay-card" role="status">
        <span className="spinner" aria-hidden="true" />
        {text}
      </div>
    </div>
  )
}
