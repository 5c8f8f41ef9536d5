import { getManagedOrders } from '../../shared/management/orders.ts'
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

/** Orders of one user, newest first. The page shows that a user is unknown, so this list shows no message of its own. */
export function UserOrders({ uniqueid }: { uniqueid: string }) {
  const orders = useInfiniteQuery(getManagedOrders, { query: { user_id: uniqueid } }, { quiet: true })
  return (
    <QueryContent query={orders} loadingText={usersTexts.loadingOrders()}>
      {({ list }) => (
        <>
          <Table
            caption={usersTexts.ordersCaption()}
            rows={list}
            keyOf={(order) => order.reference}
            emptyText={commonTexts.noTransactionRecords()}
            columns={[
              {
                header: commonTexts.reference(),
                narrow: [2, 'start'],
                renderCell: (order) => (
                  <a href={`/management/transactions/${order.reference}`}>{order.reference}</a>
                ),
              },
              {
                header: commonTexts.date(),
                narrow: [3, 'line'],
                renderCell: (order) => <DateTime value={order.created_at} />,
              },
              {
                header: managementTexts.product(),
                narrow: [1, 'start'],
                renderCell: (order) => order.title,
              },
              {
                header: commonTexts.status(),
                narrow: [2, 'end'],
                renderCell: (order) => <OrderStatusBadges state={order.state} review={order.review} />,
              },
              {
                header: commonTexts.total(),
                narrow: [1, 'end'],
                isNumber: true,
                renderCell: (order) => formatMoney(order.total_amount),
              },
            ]}
          />
          <LoadMore query={orders} />
        </>
      )}
    </QueryContent>
  )
}
