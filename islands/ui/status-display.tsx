import type { ReactNode } from 'react'
import { AlertIcon, CheckIcon, InfoIcon, SearchIcon } from './icons.tsx'

const icons = {
  success: CheckIcon,
  error: AlertIcon,
  warning: AlertIcon,
  info: InfoIcon,
  'not-found': SearchIcon,
} as const
type StatusKind = keyof typeof icons

export interface StatusDisplayProps {
  kind: StatusKind
  title: string
  /** Level 1 for the page's main heading; 2 inside a page that has one. */
  level?: 1 | 2
  children?: ReactNode
}

/** A result page: an icon, one sentence, next actions. */
export function StatusDisplay({ kind, title, level = 2, children }: StatusDisplayProps) {
  const Icon = icons[kind]
  const Heading = `h${level}` as const
  return (
    <section className={`status status-${kind}`}>
      <span className="status-icon" aria-hidden="true">
        <Icon />
      </span>
      <Heading>{title}</Heading>
      {children}
    </section>
  )
}
