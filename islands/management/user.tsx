import { managedOrders } from '../../shared/management/orders.ts'
import { userDetails } from '../../shared/management/users.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementUserPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { commonTexts, DetailsList } from '../ui/index.ts'
import { emailText } from './email-text.ts'
import { LoadMore } from './load-more.tsx'
import { OrderStatusBadges } from './order-status.tsx'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'
import { usersTexts } from './users-texts.ts'

/** User page with wallet and order history. */
export default function User({ uniqueid, ...page }: ManagementUserPage) {
  const userQuery = useQuery(userDetails, { params: { uniqueid } })
  const orders = useInfiniteQuery(managedOrders, { query: { user_id: uniqueid } })
  return (
    <PageLayout {...page} path="/management/users" title={userQuery.data?.name ?? managementTexts.user()}>
      <QueryContent query={userQuery} loadingText={usersTexts.loadingUser()}>
        {(details) => (
          <section className="card stack" aria-label={usersTexts.userSection()}>
            <DetailsList
              items={[
                {
                  label: commonTexts.email(),
                  value: emailText(details),
                  wide: true,
                },
                { label: commonTexts.phoneNumber(), value: details.phone ?? commonTexts.notAvailable() },
                { label: usersTexts.company(), value: details.company_name ?? managementTexts.none() },
                { label: usersTexts.joined(), value: <DateTime value={details.created_at} />, wide: true },
                { label: usersTexts.wallet(), value: formatMoney(details.wallet_balance), strong: true },
                { label: usersTexts.onHold(), value: formatMoney(details.wallet_held) },
                { label: usersTexts.referralBonus(), value: `${details.bonus} UTW` },
                { label: usersTexts.deliveredOrders(), value: String(details.orders) },
                { label: usersTexts.spent(), value: formatMoney(details.spent) },
              ]}
            />
            <p className="row">
              <a href={`/management/audit-logs?user_id=${uniqueid}`}>{usersTexts.customerActivity()}</a>
              <a href={`/management/audit-logs?subject=${uniqueid}`}>{usersTexts.managerActivity()}</a>
            </p>
          </section>
        )}
      </QueryContent>
      <section className="card stack" aria-labelledby="orders">
        <h2 id="orders">{managementTexts.orders()}</h2>
        <QueryContent query={orders} loadingText={usersTexts.loadingOrders()}>
          {({ list, next }) => (
            <>
              <Table
                caption={usersTexts.ordersCaption()}
                rows={list}
                keyOf={(details) => details.reference}
                empty={commonTexts.noTransactionRecords()}
                columns={[
                  {
                    head: commonTexts.reference(),
                    cell: (details) => (
                      <a href={`/management/transactions/${details.reference}`}>{details.reference}</a>
                    ),
                  },
                  { head: commonTexts.date(), cell: (details) => <DateTime value={details.created_at} /> },
                  { head: managementTexts.product(), cell: (details) => details.title },
                  {
                    head: commonTexts.status(),
                    cell: (details) => <OrderStatusBadges state={details.state} review={details.review} />,
                  },
                  {
                    head: commonTexts.total(),
                    isNumber: true,
                    cell: (details) => formatMoney(details.total_amount),
                  },
                ]}
              />
              <LoadMore next={next} isLoading={orders.isLoading} loadMore={orders.loadMore} />
            </>
          )}
        </QueryContent>
      </section>
    </PageLayout>
  )
}
