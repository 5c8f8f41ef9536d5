import { walletPath } from '../../shared/pages.ts'
import { formatMoney } from '../lib/index.ts'
import type { WalletResultPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { commonTexts, DetailsList, StatusDisplay } from '../ui/index.ts'
import { minutesAndSeconds } from './use-countdown.ts'
import { useTopUpResult } from './use-top-up-result.ts'
import { walletResultTexts } from './wallet-result-texts.ts'

/** Shown in upper case. Source: specification 2, section 4 */
const typeTexts = { wallet_topup: walletResultTexts.walletTopUp } as const

/** Top-up result after checkout: the credited amount, then a redirect to the wallet. */
export default function WalletResult(page: WalletResultPage) {
  const { status, result, message, redirectSeconds, timerSecondsLeft } = useTopUpResult(page)
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <div className="card stack" aria-busy={status === 'verifying'}>
        {status === 'verifying' && (
          <section className="status status-info">
            <span className="status-icon" aria-hidden="true">
              <span className="spinner" />
            </span>
            <h1>{walletResultTexts.checkingTopUp()}</h1>
            <p role="status">{message ?? walletResultTexts.confirmingPayment()}</p>
          </section>
        )}
        {status === 'failed' && (
          <StatusDisplay kind="error" title={message ?? ''} level={1}>
            <p>{walletResultTexts.moneyAfterFailure()}</p>
            <p className="field-hint">{walletResultTexts.failedReference({ reference: page.reference })}</p>
          </StatusDisplay>
        )}
        {status === 'done' && result && (
          <>
            <StatusDisplay kind="success" title={walletResultTexts.toppedUp()} level={1}>
              {message && <p>{message}</p>}
            </StatusDisplay>
            <DetailsList
              items={[
                { label: commonTexts.reference(), value: result.reference, wide: true },
                { label: commonTexts.amount(), value: formatMoney(result.amount), strong: true },
                { label: commonTexts.type(), value: typeTexts[result.type]().toUpperCase() },
              ]}
            />
            <p>{walletResultTexts.redirecting({ seconds: redirectSeconds })}</p>
          </>
        )}
        <a className="btn btn-plain" href={walletPath}>
          {walletResultTexts.openWallet()}
        </a>
        <p className="field-hint" role="timer">
          {walletResultTexts.timeRemaining({ time: minutesAndSeconds(timerSecondsLeft * 1_000) })}
        </p>
      </div>
    </div>
  )
}
