import type { ReactNode } from 'react'
import type { QueryResult } from '../account/use-query.ts'
import { LoadMore, type LoadMoreProps } from './load-more.tsx'
import { QueryContent } from './page-layout.tsx'
import { EmptyList, Table, type TableProps } from './table.tsx'

interface QueryTableProps<T> extends Omit<TableProps<T>, 'rows'> {
  query: QueryResult<readonly T[]>
  loadingText?: string
}

/** The rows that a query loads. */
export const QueryTable = <T,>({ query, loadingText, ...table }: QueryTableProps<T>) => (
  <QueryContent query={query} loadingText={loadingText}>
    {(rows) => <Table rows={rows} {...table} />}
  </QueryContent>
)

interface PagedQuery<T> {
  query: QueryResult<{ readonly list: readonly T[] }> & LoadMoreProps['query']
}

interface PagedTableProps<T> extends Omit<TableProps<T>, 'rows'>, PagedQuery<T> {
  loadingText?: string
}

/** The rows of a paginated query, with a button that loads the next ones. */
export const PagedTable = <T,>({ query, loadingText, ...table }: PagedTableProps<T>) => (
  <QueryContent query={query} loadingText={loadingText}>
    {({ list }) => (
      <>
        <Table rows={list} {...table} />
        <LoadMore query={query} />
      </>
    )}
  </QueryContent>
)

interface PagedListProps<T> extends PagedQuery<T> {
  emptyText: string
  renderItem: (item: T) => ReactNode
}

/** The items of a paginated query as cards, with a button that loads the next ones. */
export const PagedList = <T,>({ query, emptyText, renderItem }: PagedListProps<T>) => (
  <QueryContent query={query}>
    {({ list }) =>
      list.length === 0 ? (
        <EmptyList>{emptyText}</EmptyList>
      ) : (
        <>
          <ul className="stack">{list.map(renderItem)}</ul>
          <LoadMore query={query} />
        </>
      )
    }
  </QueryContent>
)
