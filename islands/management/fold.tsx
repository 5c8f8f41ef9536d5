import type { ReactNode } from 'react'
import { useIsPhone } from '../account/use-short-list.ts'

interface FoldProps {
  title: string
  /** Number or state of what is inside. */
  note: string
  children: ReactNode
}

/** Section that is folded on a phone, with its heading and a note in view. */
export const Fold = ({ title, note, children }: FoldProps) => (
  <details className="card" open={!useIsPhone()}>
    <summary className="fold-head">
      <h2>{title}</h2> <small className="fold-note">{note}</small>
    </summary>
    <div className="stack fold-body">{children}</div>
  </details>
)
