import { managedOrders } from '../../shared/management/orders.ts'
import { userDetails } from '../../shared/management/users.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementUserPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { DetailsList } from '../ui/index.ts'
import { LoadMore } from './load-more.tsx'
import { OrderStatusBadges } from './order-status.tsx'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Table } from './table.tsx'

/** User page with wallet and order history. */
export default function User({ uniqueid, ...page }: ManagementUserPage) {
  const userQuery = useQuery(userDetails, { params: { uniqueid } })
  const orders = useInfiniteQuery(managedOrders, { query: { user_id: uniqueid } })
  return (
    <PageLayout {...page} path="/management/users" title={userQuery.data?.name ?? 'User'}>
      <QueryContent query={userQuery} loadingText="Loading the user...">
        {(details) => (
          <section className="card stack" aria-label="The user">
            <DetailsList
              items={[
                {
                  label: 'E-mail',
                  value: `${details.email ?? ''}${details.email_verified ? '' : ' (not verified)'}`,
                  wide: true,
                },
                { label: 'Phone number', value: details.phone ?? 'Not available' },
                { label: 'Company', value: details.company_name ?? 'None' },
                { label: 'Joined', value: <DateTime value={details.created_at} />, wide: true },
                { label: 'Wallet', value: formatMoney(details.wallet_balance), strong: true },
                { label: 'On hold', value: formatMoney(details.wallet_held) },
                { label: 'Referral bonus', value: `${details.bonus} UTW` },
                { label: 'Delivered orders', value: String(details.orders) },
                { label: 'Spent', value: formatMoney(details.spent) },
              ]}
            />
            <p className="row">
              <a href={`/management/audit-logs?user_id=${uniqueid}`}>Customer's activity</a>
              <a href={`/management/audit-logs?subject=${uniqueid}`}>Manager activity</a>
            </p>
          </section>
        )}
      </QueryContent>
      <section className="card stack" aria-labelledby="orders">
        <h2 id="orders">Orders</h2>
        <QueryContent query={orders} loadingText="Loading orders...">
          {({ list, next }) => (
            <>
              <Table
                caption="Orders of the user"
                rows={list}
                keyOf={(details) => details.reference}
                empty="No transaction records."
                columns={[
                  {
                    head: 'Reference',
                    cell: (details) => (
                      <a href={`/management/transactions/${details.reference}`}>{details.reference}</a>
                    ),
                  },
                  { head: 'Date', cell: (details) => <DateTime value={details.created_at} /> },
                  { head: 'Product', cell: (details) => details.title },
                  {
                    head: 'Status',
                    cell: (details) => <OrderStatusBadges state={details.state} review={details.review} />,
                  },
                  { head: 'Total', isNumber: true, cell: (details) => formatMoney(details.total_amount) },
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
