import { getManagedOrders } from '../../shared/management/orders.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { commonTexts } from '../ui/index.ts'
import { OrderStatusBadges } from './order-status.tsx'
import { PagedTable } from './query-table.tsx'
import { managementTexts } from './texts.ts'
import { usersTexts } from './users-texts.ts'

/** Orders of one user, newest first. The page shows that a user is unknown, so this list shows no message of its own. */
export function UserOrders({ uniqueid }: { uniqueid: string }) {
  const orders = useInfiniteQuery(getManagedOrders, { query: { user_id: uniqueid } }, { quiet: true })
  return (
    <PagedTable
      query={orders}
      loadingText={usersTexts.loadingOrders()}
      caption={usersTexts.ordersCaption()}
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
        { header: commonTexts.date(), narrow: [3, 'line'], timeOf: (order) => order.created_at },
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
        { header: commonTexts.total(), narrow: [1, 'end'], amountOf: (order) => order.total_amount },
      ]}
    />
  )
}
