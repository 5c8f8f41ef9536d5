import { type ReactNode, useEffect } from 'react'
import type { QueryResult } from '../account/use-query.ts'
import type { ManagementPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { Button } from '../ui/index.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { showFlashMessage } from './flash-message.ts'
import type { ManagementPath } from './links.ts'
import { ManagementMenu } from './menu.tsx'
import { managementTexts } from './texts.ts'

interface PageLayoutProps extends Pick<ManagementPage, 'note' | 'scopes' | 'search'> {
  title: string
  /** The page's link in the menu; null for a page without one. */
  path: ManagementPath | null
  children: ReactNode
  /** Rendered next to the title. */
  action?: ReactNode
}

/** Layout of every back office page: menu and title. */
export function PageLayout({ note, scopes, search, title, path, children, action }: PageLayoutProps) {
  useEffect(showFlashMessage, [])
  return (
    <div className="back-office">
      <ManagementMenu path={path} scopes={scopes} search={search} />
      <div className="stack">
        <PageNote text={note} />
        <header className="page-head">
          <h1>{title}</h1>
          {action}
        </header>
        {children}
      </div>
    </div>
  )
}

interface QueryContentProps<T> {
  query: QueryResult<T>
  /** Read by screen readers during the first load. */
  loadingText?: string | undefined
  /** Shown when there is no such record. */
  missing?: ReactNode
  children: (data: T) => ReactNode
}

/** Renders query data once loaded; until then a skeleton, what is missing or a retry button. */
export function QueryContent<T>({
  query,
  loadingText = managementTexts.loading(),
  missing,
  children,
}: QueryContentProps<T>) {
  if (query.data !== null)
    return (
      <div className="stack" aria-busy={query.isLoading}>
        {children(query.data)}
      </div>
    )
  if (query.isLoading) return <Skeleton label={loadingText} />
  if (query.isMissing && missing)
    return (
      <div className="empty" role="status">
        {missing}
      </div>
    )
  return (
    <p className="empty" role="status">
      {managementTexts.loadFailed()}{' '}
      <Button kind="plain" onClick={query.reload}>
        {managementTexts.retry()}
      </Button>
    </p>
  )
}
