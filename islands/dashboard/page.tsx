import { utwPerNaira } from '../../shared/constants.ts'
import { managementPath, transactionsPath, walletPath } from '../../shared/pages.ts'
import { AccountHead } from '../account/account-head.tsx'
import { Balance } from '../account/balance.tsx'
import { OrderList } from '../account/order-list.tsx'
import type { DashboardPage } from '../pages.ts'
import { ForecastList } from '../schedules/forecast-list.tsx'
import { CopyButton } from '../ui/index.ts'
import { Due } from './due.tsx'
import { QuickBuy } from './quick-buy.tsx'
import { Spending } from './spending.tsx'
import { dashboardTexts } from './texts.ts'

/** Start page of a signed-in user: balance, quick buy, what is due and the last orders. */
export default function Dashboard(page: DashboardPage) {
  const { profile, balance, due, orders, summary } = page
  return (
    <div className="stack dashboard">
      <AccountHead {...page} />
      <header>
        <h1>
          {profile ? dashboardTexts.welcome({ name: profile.name }) : dashboardTexts.titleWithoutProfile()}
        </h1>
        {profile?.company_name && <p className="lead">{profile.company_name}</p>}
        {profile?.role === 'manager' && <a href={managementPath}>{dashboardTexts.backOffice()}</a>}
      </header>
      <div className="halves">
        <div className="stack">
          {balance && (
            <section className="card balance-card" aria-labelledby="balance">
              <Balance id="balance" title={dashboardTexts.walletBalance()} naira={balance.balance} />
              <a className="btn btn-primary" href={walletPath}>
                {dashboardTexts.topUp()}
              </a>
            </section>
          )}
          <QuickBuy {...page} />
          {profile?.referral_code && <ReferralCode code={profile.referral_code} bonus={balance?.bonus} />}
        </div>
        <div className="stack">
          <Due list={due} />
          <ForecastList forecasts={page.forecasts} />
          {orders && (
            <section className="card stack" aria-labelledby="orders">
              <div className="section-head">
                <h2 id="orders">{dashboardTexts.recentOrders()}</h2>
                <a href={transactionsPath}>{dashboardTexts.allOrders()}</a>
              </div>
              <OrderList list={orders} isCompact />
            </section>
          )}
          {summary && <Spending summary={summary} />}
        </div>
      </div>
    </div>
  )
}

/** On wide screens only: phones have the page of the referral programme. */
const ReferralCode = ({ code, bonus }: { code: string; bonus: number | undefined }) => (
  <section className="card stack wide-only" aria-labelledby="referral">
    <h2 id="referral">{dashboardTexts.referralCode()}</h2>
    <p>{dashboardTexts.referralBonus({ rate: utwPerNaira })}</p>
    <div className="row">
      <strong className="text-xl">{code}</strong>
      <CopyButton
        text={code}
        successMessage={dashboardTexts.codeCopied()}
        failureMessage={dashboardTexts.codeNotCopied()}
      >
        {dashboardTexts.copyCode()}
      </CopyButton>
    </div>
    {bonus !== undefined && <p>{dashboardTexts.bonusBalance({ bonus })}</p>}
  </section>
)
