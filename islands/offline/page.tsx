import { useState } from 'react'
import { offlinePath } from '../../shared/offline.ts'
import { findOrderPath } from '../../shared/pages.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import type { OfflinePage } from '../pages.ts'
import { CodeCard } from '../purchase/code-card.tsx'
import { listStoredReceipts, type StoredReceipt } from '../purchase/stored-receipts.ts'
import { Button, DetailsList, EmptyState } from '../ui/index.ts'
import { offlineTexts } from './texts.ts'

/** The receipts on this device. It also replaces each page that cannot be opened without a connection. */
export default function OfflineReceipts(_: OfflinePage) {
  const [isUnreadable, setIsUnreadable] = useState(false)
  const receipts = useLoaded(listRequestedFirst, () => setIsUnreadable(true))
  const replacesPage = useHydrated() && window.location.pathname !== offlinePath

  return (
    <>
      <h1>{offlineTexts.pageTitle()}</h1>
      {replacesPage && (
        <section className="card stack">
          <p role="alert">{offlineTexts.noConnection()}</p>
          <Button onClick={() => window.location.reload()}>{offlineTexts.tryAgain()}</Button>
        </section>
      )}
      {isUnreadable && <p role="alert">{offlineTexts.unreadable()}</p>}
      {!isUnreadable && receipts === null && <p role="status">{offlineTexts.loading()}</p>}
      {receipts?.length === 0 && (
        <EmptyState drawing="receipt" text={offlineTexts.empty()}>
          {!replacesPage && (
            <a className="btn btn-primary" href={findOrderPath}>
              {offlineTexts.findOrder()}
            </a>
          )}
        </EmptyState>
      )}
      {receipts?.map((receipt, index) => (
        <Receipt key={receipt.reference} receipt={receipt} isOpen={index === 0} />
      ))}
    </>
  )
}

const Receipt = ({ receipt, isOpen }: { receipt: StoredReceipt; isOpen: boolean }) => (
  <details className="card" open={isOpen}>
    <summary className="py-3">{offlineTexts.receiptSummary(receipt)}</summary>
    <div className="stack">
      {receipt.codes.map(({ label, code }) => (
        <CodeCard
          key={code}
          label={label}
          code={code.replace(/\s/g, '')}
          displayText={code}
          isLabelled={receipt.codes.length > 1}
        />
      ))}
      <DetailsList items={receipt.rows} />
    </div>
  </details>
)

/** The receipt of the order in the URL first, then the newest. */
async function listRequestedFirst(): Promise<StoredReceipt[]> {
  const receipts = await listStoredReceipts()
  const { search } = window.location
  const isRequested = ({ reference }: StoredReceipt) => search.includes(reference)
  return [...receipts.filter(isRequested), ...receipts.filter((receipt) => !isRequested(receipt))]
}
