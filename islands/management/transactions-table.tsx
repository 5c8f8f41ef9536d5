import { useTable } from '@tanstack/react-table'
import { useState } from 'react'
import type { ManagedTransaction } from '../../shared/management/transactions.ts'
import { commonTexts } from '../ui/index.ts'
import { menuTexts } from './menu-texts.ts'
import { RowKeysHint, RowOpener } from './row-opener.tsx'
import { EmptyList, type NarrowPlace, narrowAttributes } from './table.tsx'
import { type ColumnId, columnInfo, columns, features } from './transactions-columns.tsx'
import { TransactionPanel } from './transactions-panel.tsx'
import { transactionsTexts } from './transactions-texts.ts'
import { useRowKeys } from './use-row-keys.ts'

interface TransactionsTableProps {
  rows: ManagedTransaction[]
  hidden: readonly ColumnId[]
  isOldestFirst: boolean
  onSort: (order: '' | 'oldest') => void
}

/** Dense table of transactions. The button at the end of a row opens its summary; the reference of an order or a record links to its page. */
export function TransactionsTable({ rows, hidden, isOldestFirst, onSort }: TransactionsTableProps) {
  const body = useRowKeys()
  const [openTransaction, setOpenTransaction] = useState<ManagedTransaction | null>(null)
  const columnVisibility = Object.fromEntries(hidden.map((id) => [id, false]))
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row) => row.id,
    state: { columnVisibility },
  })
  if (rows.length === 0) return <EmptyList>{commonTexts.noTransactionRecords()}</EmptyList>
  return (
    <div className="table-box">
      <table className="table table-rows table-dense">
        <caption className="sr-only">{menuTexts.transactions()}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) =>
                header.id === 'created_at' ? (
                  <th key={header.id} scope="col" aria-sort={isOldestFirst ? 'ascending' : 'descending'}>
                    <button
                      type="button"
                      className="sort"
                      onClick={() => onSort(isOldestFirst ? '' : 'oldest')}
                    >
                      <table.FlexRender header={header} />
                    </button>
                  </th>
                ) : (
                  <th key={header.id} scope="col" className={classOf(header.id)}>
                    <table.FlexRender header={header} />
                  </th>
                ),
              )}
              <th scope="col">
                <span className="sr-only">{transactionsTexts.summary()}</span>
              </th>
            </tr>
          ))}
        </thead>
        <tbody ref={body}>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getVisibleCells().map((cell) => (
                <td
                  key={cell.id}
                  data-head={headerOf(cell.column.id)}
                  data-column={cell.column.id}
                  {...narrowAttributes(narrowPlaceOf(cell.column.id))}
                  className={classOf(cell.column.id)}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
              <td className="row-action">
                <RowOpener
                  label={transactionsTexts.summaryOf({ reference: row.original.reference })}
                  onOpen={() => setOpenTransaction(row.original)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <RowKeysHint />
      {openTransaction && (
        <TransactionPanel transaction={openTransaction} onClose={() => setOpenTransaction(null)} />
      )}
    </div>
  )
}

const isColumn = (id: string): id is ColumnId => id in columnInfo
const headerOf = (id: string): string => (isColumn(id) ? columnInfo[id].header() : '')

function narrowPlaceOf(id: string): NarrowPlace | undefined {
  if (!isColumn(id)) return undefined
  const info = columnInfo[id]
  return 'narrow' in info ? info.narrow : undefined
}

function classOf(id: string): string | undefined {
  if (!isColumn(id)) return undefined
  const info = columnInfo[id]
  if ('isNumber' in info) return 'number'
  if ('isWide' in info) return 'wide'
  return 'isLong' in info ? 'long' : undefined
}
