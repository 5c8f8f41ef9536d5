import { type ManagedOrder, managedOrders } from '../../shared/management/orders.ts'
import { userDetails } from '../../shared/management/users.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementUserPage } from '../pages.ts'
import { Moment } from '../purchase/moment.tsx'
import { DetailsList } from '../ui/index.ts'
import { More } from './more.tsx'
import { Loaded, Screen } from './screen.tsx'
import { State } from './state.tsx'
import { Table } from './table.tsx'
import { useAsk } from './use-ask.ts'
import { useParts } from './use-parts.ts'

/** One user with wallet and history. */
export default function User({ uniqueid, ...page }: ManagementUserPage) {
  const user = useAsk(userDetails, { params: { uniqueid } })
  const orders = useParts<ManagedOrder>(managedOrders, { user_id: uniqueid })
  return (
    <Screen {...page} path="/management/users" title={user.data?.name ?? 'User'}>
      <Loaded asked={user} wait="Loading the user...">
        {(it) => (
          <section className="card stack" aria-label="The user">
            <DetailsList
              items={[
                {
                  label: 'E-mail',
                  value: `${it.email ?? ''}${it.email_verified ? '' : ' (not verified)'}`,
                  wide: true,
                },
                { label: 'Phone number', value: it.phone ?? 'Not available' },
                { label: 'Company', value: it.company_name ?? 'None' },
                { label: 'Since', value: <Moment at={it.created_at} />, wide: true },
                { label: 'Wallet', value: formatMoney(it.wallet_balance), strong: true },
                { label: 'Set aside', value: formatMoney(it.wallet_held) },
                { label: 'Referral bonus', value: `${it.bonus} UTW` },
                { label: 'Delivered orders', value: String(it.orders) },
                { label: 'Spent', value: formatMoney(it.spent) },
              ]}
            />
            <p className="row">
              <a href={`/management/audit-logs?user_id=${uniqueid}`}>What they did</a>
              <a href={`/management/audit-logs?subject=${uniqueid}`}>What was done for them</a>
            </p>
          </section>
        )}
      </Loaded>
      <section className="card stack" aria-labelledby="orders">
        <h2 id="orders">Orders</h2>
        <Loaded asked={orders} wait="Loading orders...">
          {({ list, next }) => (
            <>
              <Table
                caption="Orders of the user"
                rows={list}
                keyOf={(it) => it.reference}
                empty="No transaction records."
                columns={[
                  {
                    head: 'Reference',
                    cell: (it) => <a href={`/management/transactions/${it.reference}`}>{it.reference}</a>,
                  },
                  { head: 'When', cell: (it) => <Moment at={it.created_at} /> },
                  { head: 'What', cell: (it) => it.title },
                  { head: 'State', cell: (it) => <State state={it.state} review={it.review} /> },
                  { head: 'Total', isNumber: true, cell: (it) => formatMoney(it.total_amount) },
                ]}
              />
              <More next={next} isAsking={orders.isAsking} more={orders.more} />
            </>
          )}
        </Loaded>
      </section>
    </Screen>
  )
}
