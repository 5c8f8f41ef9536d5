import { type ReactNode, useEffect, useId, useState } from 'react'
import type { ManagementPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { Button } from '../ui/index.ts'
import { type ScreenPath, screens } from './links.ts'
import { sayKept } from './say-after-reload.ts'
import type { Asked } from './use-ask.ts'

interface ScreenProps extends Pick<ManagementPage, 'note'> {
  title: string
  path: ScreenPath
  children: ReactNode
  /** Beside the title. */
  action?: ReactNode
}

/** The page around every screen of the back office: its menu, its title. */
export function Screen({ note, title, path, children, action }: ScreenProps) {
  useEffect(sayKept, [])
  return (
    <div className="back-office">
      <Menu path={path} />
      <div className="stack">
        <PageNote text={note} />
        <header className="screen-head">
          <h1>{title}</h1>
          {action}
        </header>
        {children}
      </div>
    </div>
  )
}

/** Beside the screen on a desktop; on a phone it is opened. */
function Menu({ path }: { path: ScreenPath }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <nav className="screens" aria-label="Back office">
      <Button
        kind="plain"
        className="btn-wide"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((was) => !was)}
      >
        Back office menu
      </Button>
      <ul id={id} className={isOpen ? 'is-open' : undefined}>
        {screens.map(([href, text]) => (
          <li key={href}>
            <a href={href} aria-current={href === path ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface LoadedProps<T> {
  asked: Asked<T>
  /** Said while it is asked for the first time. */
  wait: string
  children: (data: T) => ReactNode
}

/** What was asked for, once it is there; meanwhile that it is on its way, or how to try again. */
export function Loaded<T>({ asked, wait, children }: LoadedProps<T>) {
  if (asked.data !== null)
    return (
      <div className="stack" aria-busy={asked.isAsking}>
        {children(asked.data)}
      </div>
    )
  if (asked.isAsking)
    return (
      <p className="empty" role="status">
        <span className="spinner" aria-hidden="true" /> {wait}
      </p>
    )
  return (
    <p className="empty" role="status">
      This could not be loaded.{' '}
      <Button kind="plain" onClick={asked.again}>
        Try again
      </Button>
    </p>
  )
}
