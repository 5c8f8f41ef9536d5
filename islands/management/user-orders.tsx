import { managedOrders } from '../../shared/management/orders.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { commonTexts } from '../ui/index.ts'
import { LoadMore } from './load-more.tsx'
import { OrderStatusBadges } from './order-status.tsx'
import { QueryContent } from './page-layout.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'
import { usersTexts } from './users-texts.ts'

/** Orders of one user, newest first. */
export function UserOrders({ uniqueid }: { uniqueid: string }) {
  const orders = useInfiniteQuery(managedOrders, { query: { user_id: uniqueid } })
  return (
    <QueryContent query={orders} loadingText={usersTexts.loadingOrders()}>
      {({ list, next }) => (
        <>
          <Table
            caption={usersTexts.ordersCaption()}
            rows={list}
            keyOf={(order) => order.reference}
            empty={commonTexts.noTransactionRecords()}
            columns={[
              {
                head: commonTexts.reference(),
                cell: (order) => (
                  <a href={`/management/transactions/${order.reference}`}>{order.reference}</a>
                ),
              },
              { head: commonTexts.date(), cell: (order) => <DateTime value={order.created_at} /> },
              { head: managementTexts.product(), cell: (order) => order.title },
              {
                head: commonTexts.status(),
                cell: (order) => <OrderStatusBadges state={order.state} review={order.review} />,
              },
              {
                head: commonTexts.total(),
                isNumber: true,
                cell: (order) => formatMoney(order.total_amount),
              },
            ]}
          />
          <LoadMore next={next} isLoading={orders.isLoading} loadMore={orders.loadMore} />
        </>
      )}
    </QueryContent>
  )
}
