import { useState } from 'react'
import type { Transaction } from '../../shared/history.ts'
import { transactions as address, tickets } from '../../shared/pages.ts'
import { AccountHead } from '../account/account-head.tsx'
import { LaterDialog } from '../account/later-dialog.tsx'
import { OrderList } from '../account/order-list.tsx'
import type { TransactionFilters, Transactions, TransactionsPage } from '../pages.ts'
import { Button, Overlay } from '../ui/index.ts'
import { Filters } from './filters.tsx'
import { queryOf, useTransactions } from './use-transactions.ts'

const report = () => import('../tickets/report-dialog.tsx')

/** All that somebody ever ordered, to be found again. */
export default function TransactionPage(page: TransactionsPage) {
  const { filters, transactions } = page
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>Transactions</h1>
      <Filters filters={filters} />
      {transactions && <Found first={transactions} filters={filters} />}
      <p>
        Told us of a problem? <a href={tickets}>See your reports and our answers</a>
      </p>
    </div>
  )
}

function Found({ first, filters }: { first: Transactions; filters: TransactionFilters }) {
  const state = useTransactions(first, filters)
  const { list, next, working, isAsking } = state
  const [reported, setReported] = useState<Transaction | null>(null)
  const isFiltered = Object.values(filters).some((value) => value !== '')

  return (
    <section className="card stack" aria-label="Orders">
      {list.length === 0 && isFiltered ? (
        <p className="empty">No match found!</p>
      ) : (
        <OrderList
          list={list}
          actions={(order) => (
            <div className="row -mx-1.5 gap-x-1 gap-y-0 pb-2 text-sm script-only">
              {order.has_receipt && (
                <Button
                  kind="quiet"
                  aria-label={`Receipt of ${order.reference}`}
                  busy={working === `receipt:${order.reference}`}
                  onClick={() => void state.receipt(order)}
                >
                  Receipt
                </Button>
              )}
              {(order.may_buy_again || order.may_pay) && (
                <Button
                  kind="quiet"
                  aria-label={`${order.may_pay ? 'Pay for' : 'Buy again'} ${order.reference}`}
                  busy={working === `again:${order.reference}`}
                  onClick={() => void state.again(order)}
                >
                  {order.may_pay ? 'Pay' : 'Buy again'}
                </Button>
              )}
              <Button
                kind="quiet"
                aria-haspopup="dialog"
                aria-label={`Report a problem with ${order.reference}`}
                onClick={() => setReported(order)}
              >
                Report a problem
              </Button>
            </div>
          )}
        />
      )}
      {next && (
        <a
          className="btn btn-plain btn-wide"
          href={`${address}?${new URLSearchParams({ ...queryOf(filters), cursor: next })}`}
          aria-busy={isAsking || undefined}
          onClick={(event) => {
            event.preventDefault()
            void state.more()
          }}
        >
          Show more
        </a>
      )}
      {reported && (
        <LaterDialog load={report} props={{ order: reported, onClose: () => setReported(null) }} />
      )}
      {working?.startsWith('again:') && <Overlay text="Preparing your order, please wait..." />}
    </section>
  )
}
