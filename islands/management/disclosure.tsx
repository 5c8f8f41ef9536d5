import type { ReactNode } from 'react'
import { useIsPhone } from '../account/use-short-list.ts'

interface DisclosureProps {
  title: string
  /** Number or state of what is inside. */
  note: string
  children: ReactNode
}

/** Section that is closed on a phone, with its heading and a note in view. */
export const Disclosure = ({ title, note, children }: DisclosureProps) => (
  <details className="card" open={!useIsPhone()}>
    <summary className="disclosure-head">
      <h2>{title}</h2> <small className="disclosure-note">{note}</small>
    </summary>
    <div className="stack disclosure-body">{children}</div>
  </details>
)
