import { wallet } from '../../shared/pages.ts'
import { formatMoney } from '../lib/index.ts'
import type { WalletResultPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { DetailsList, StatusDisplay } from '../ui/index.ts'
import { minutesAndSeconds } from './use-countdown.ts'
import { useTopUpResult } from './use-top-up-result.ts'

/** Top-up result after checkout: the credited amount, then a redirect to the wallet. */
export default function WalletResult(page: WalletResultPage) {
  const { status, result, message, redirectSeconds, hour } = useTopUpResult(page)
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <div className="card stack" aria-busy={status === 'asking'}>
        {status === 'asking' && (
          <section className="status status-info">
            <span className="status-icon" aria-hidden="true">
              <span className="spinner" />
            </span>
            <h1>Checking your top-up, please wait...</h1>
            <p role="status">{message ?? "Confirming your payment. Don't pay again."}</p>
          </section>
        )}
        {status === 'failed' && (
          <StatusDisplay kind="error" title={message ?? ''} level={1}>
            <p className="field-hint">Reference {page.reference}</p>
          </StatusDisplay>
        )}
        {status === 'done' && result && (
          <>
            <StatusDisplay kind="success" title="Your wallet is topped up" level={1}>
              {message && <p>{message}</p>}
            </StatusDisplay>
            <DetailsList
              items={[
                { label: 'Reference', value: result.reference, wide: true },
                { label: 'Amount', value: formatMoney(result.amount), strong: true },
                { label: 'Type', value: result.type.toUpperCase() },
              ]}
            />
            <p>Returning to your wallet in {redirectSeconds} seconds.</p>
          </>
        )}
        <a className="btn btn-plain" href={wallet}>
          Go to your wallet
        </a>
        <p className="field-hint" role="timer">
          Time Remaining: {minutesAndSeconds(hour * 1_000)}
        </p>
      </div>
    </div>
  )
}
