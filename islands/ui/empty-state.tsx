import type { ReactNode } from 'react'

/** Shapes on a 96×72 grid: paper-coloured shapes, muted lines, and one accent. */
const drawings = {
  receipt: {
    paper: 'M30 8h36v52l-6-4-6 4-6-4-6 4-6-4-6 4z',
    lines: 'M38 20h20M38 29h20',
    accent: 'M49 36l-8 11h5l-2 9 10-12h-5z',
  },
  card: {
    paper: 'M22 18h52a5 5 0 015 5v28a5 5 0 01-5 5H22a5 5 0 01-5-5V23a5 5 0 015-5z',
    lines: 'M17 29h62M26 47h14',
    accent: 'M64 40a6 6 0 110 12 6 6 0 010-12z',
  },
  chat: {
    paper: 'M24 12h48a5 5 0 015 5v26a5 5 0 01-5 5H45L33 60V48h-9a5 5 0 01-5-5V17a5 5 0 015-5z',
    lines: 'M31 25h34M31 35h20',
    accent: 'M74 6a7 7 0 110 14 7 7 0 010-14z',
  },
  file: {
    paper: 'M30 8h26l12 12v44H30z',
    lines: 'M38 30h22M38 39h22M38 48h22',
    accent: 'M56 8l12 12H56z',
  },
} as const

interface EmptyStateProps {
  drawing: keyof typeof drawings
  text: string
  /** How the list is filled, where the text does not say it. */
  hint?: string
  /** The one action that fills the list. */
  children?: ReactNode
}

/** An empty list: an illustration, one sentence and at most one action. */
export function EmptyState({ drawing, text, hint, children }: EmptyStateProps) {
  const { paper, lines, accent } = drawings[drawing]
  return (
    <div className="empty empty-state">
      <svg viewBox="0 0 96 72" width="96" height="72" aria-hidden="true" focusable="false">
        <ellipse cx="48" cy="40" rx="46" ry="31" fill="var(--color-tint)" />
        <path d={paper} fill="var(--color-card)" stroke="var(--color-brand)" strokeWidth="2" />
        <path d={lines} stroke="var(--color-edge)" strokeWidth="2.5" strokeLinecap="round" />
        <path d={accent} fill="var(--color-accent)" />
      </svg>
      <p>{text}</p>
      {hint && <p className="field-hint">{hint}</p>}
      {children}
    </div>
  )
}
