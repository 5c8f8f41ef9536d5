import { useState } from 'react'
import type { Transaction } from '../../shared/history.ts'
import { ticketsPath, transactionsPath } from '../../shared/pages.ts'
import { AccountHead } from '../account/account-head.tsx'
import { LazyDialog } from '../account/lazy-dialog.tsx'
import { OrderDisclosure } from '../account/order-disclosure.tsx'
import { OrderList } from '../account/order-list.tsx'
import { accountTexts } from '../account/texts.ts'
import type { TransactionFilters, Transactions, TransactionsPage } from '../pages.ts'
import { FilterPanel } from '../ui/filter-panel.tsx'
import { Button, commonTexts, Overlay, renderParts } from '../ui/index.ts'
import { TransactionFilterForm } from './filters.tsx'
import { historyTexts } from './texts.ts'
import { useTransactions } from './use-transactions.ts'

const ticketDialog = () => import('../tickets/ticket-dialog.tsx')

/** The user's order history with filters. */
export default function TransactionPage(page: TransactionsPage) {
  const { filters, transactions } = page
  return (
    <div className="stack wide">
      <AccountHead {...page} />
      <h1>{historyTexts.title()}</h1>
      <FilterPanel filters={{ ...filters }} label={historyTexts.searchAndFilters}>
        <TransactionFilterForm filters={filters} />
      </FilterPanel>
      {transactions && <TransactionResults initial={transactions} filters={filters} />}
      <p>{renderParts(historyTexts.ticketsLink({ link: (chunks) => <a href={ticketsPath}>{chunks}</a> }))}</p>
    </div>
  )
}

function TransactionResults({ initial, filters }: { initial: Transactions; filters: TransactionFilters }) {
  const state = useTransactions(initial, filters)
  const { list, next, hasMore, pendingAction, isLoading } = state
  const [reportedOrder, setReportedOrder] = useState<Transaction | null>(null)
  const isFiltered = Object.values(filters).some((value) => value !== '')

  return (
    <section className="card stack" aria-label={historyTexts.orders()}>
      {list.length === 0 && isFiltered ? (
        <div className="empty stack">
          <p>{commonTexts.noMatch()}</p>
          <a className="btn btn-plain" href={transactionsPath}>
            {accountTexts.clearFilters()}
          </a>
        </div>
      ) : (
        <OrderList
          list={list}
          actions={(order) => (
            <div className="row order-links text-sm script-only">
              {order.has_receipt && (
                <Button
                  kind="quiet"
                  aria-label={historyTexts.receiptOf(order)}
                  busy={pendingAction === `receipt:${order.reference}`}
                  onClick={() => void state.downloadReceipt(order)}
                >
                  {historyTexts.receipt()}
                </Button>
              )}
              {(order.can_buy_again || order.can_pay) && (
                <Button
                  kind="quiet"
                  aria-label={order.can_pay ? historyTexts.payFor(order) : historyTexts.buyOrderAgain(order)}
                  busy={pendingAction === `again:${order.reference}`}
                  onClick={() => void state.reorder(order)}
                >
                  {order.can_pay ? historyTexts.pay() : historyTexts.buyAgain()}
                </Button>
              )}
              {!order.recorded && (
                <OrderDisclosure
                  reference={order.reference}
                  biller={order.network.name}
                  canSchedule={order.state === 'delivered'}
                >
                  <Button
                    kind="plain"
                    aria-haspopup="dialog"
                    aria-label={historyTexts.reportProblemWith(order)}
                    onClick={() => setReportedOrder(order)}
                  >
                    {commonTexts.reportProblem()}
                  </Button>
                </OrderDisclosure>
              )}
            </div>
          )}
        />
      )}
      {hasMore && (
        <a
          className="btn btn-plain btn-wide"
          href={`${transactionsPath}?${new URLSearchParams({ ...state.query, ...(next && { cursor: next }) })}`}
          aria-busy={isLoading || undefined}
          onClick={(event) => {
            event.preventDefault()
            state.loadMore()
          }}
        >
          {commonTexts.showMore()}
        </a>
      )}
      {reportedOrder && (
        <LazyDialog
          load={ticketDialog}
          props={{ order: reportedOrder, onClose: () => setReportedOrder(null) }}
        />
      )}
      {pendingAction?.startsWith('again:') && <Overlay text={commonTexts.preparingOrder()} />}
    </section>
  )
}
