import { services, utwPerNaira } from '../../shared/constants.ts'
import { formPage, homePath, managementPath, transactionsPath, walletPath } from '../../shared/pages.ts'
import { AccountHead } from '../account/account-head.tsx'
import { MovementList } from '../account/movement-list.tsx'
import { OrderList } from '../account/order-list.tsx'
import { formatMoney } from '../lib/index.ts'
import type { DashboardPage } from '../pages.ts'
import { CopyButton, serviceTiles } from '../ui/index.ts'
import { QuickBuy } from './quick-buy.tsx'
import { Spending } from './spending.tsx'
import { dashboardTexts } from './texts.ts'

/** Number of newest wallet history entries on the dashboard. */
const newestCount = 5

/** Start page of a signed-in user: wallet, services and recent activity. */
export default function Dashboard(page: DashboardPage) {
  const { profile, balance, movements, orders, summary } = page
  return (
    <div className="stack">
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
            <section className="card stack" aria-labelledby="balance">
              <h2 id="balance">{dashboardTexts.walletBalance()}</h2>
              <p className="amount">{formatMoney(balance.balance)}</p>
              <a className="btn btn-primary" href={walletPath}>
                {dashboardTexts.topUp()}
              </a>
            </section>
          )}
          {profile?.email_verified && <QuickBuy {...page} />}
          <section className="stack" aria-labelledby="pay">
            <h2 id="pay">
              <a className="inline-block py-2.5" href={homePath}>
                {dashboardTexts.services()}
              </a>
            </h2>
            <ul className="tiles">
              {services.map((service) => {
                const { Icon, name } = serviceTiles[service]
                return (
                  <li key={service}>
                    <a className="tile" href={formPage(service)}>
                      <span className="tile-icon">
                        <Icon />
                      </span>
                      {name()}
                    </a>
                  </li>
                )
              })}
            </ul>
          </section>
        </div>
        <div className="stack">
          {orders && (
            <section className="card stack" aria-labelledby="orders">
              <h2 id="orders">{dashboardTexts.recentOrders()}</h2>
              <OrderList list={orders} />
              <a className="inline-block py-3" href={transactionsPath}>
                {dashboardTexts.allOrders()}
              </a>
            </section>
          )}
          {summary && <Spending summary={summary} />}
          {movements && (
            <section className="card stack" aria-labelledby="movements">
              <h2 id="movements">{dashboardTexts.recentMovements()}</h2>
              <MovementList list={movements.list.slice(0, newestCount)} />
              <a className="inline-block py-3" href={walletPath}>
                {dashboardTexts.openWallet()}
              </a>
            </section>
          )}
          {profile?.referral_code && (
            <section className="card stack" aria-labelledby="referral">
              <h2 id="referral">{dashboardTexts.referralCode()}</h2>
              <p>{dashboardTexts.referralBonus({ rate: utwPerNaira })}</p>
              <div className="row">
                <strong className="text-xl">{profile.referral_code}</strong>
                <CopyButton
                  text={profile.referral_code}
                  copied={dashboardTexts.codeCopied()}
                  failed={dashboardTexts.codeNotCopied()}
                >
                  {dashboardTexts.copyCode()}
                </CopyButton>
              </div>
              {balance && <p>{dashboardTexts.bonusBalance({ bonus: balance.bonus })}</p>}
            </section>
          )}
        </div>
      </div>
    </div>
  )
}
