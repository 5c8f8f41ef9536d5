import { sql } from 'kysely'
import type { ProviderState } from '../../shared/management/configs.ts'
import { gateways } from '../../shared/payments.ts'
import type { Database } from '../database/index.ts'

export type ProviderActivity = Pick<ProviderState, 'last_success_at' | 'last_hour'>

interface ActivityRow {
  provider: string
  last_success_at: Date | null
  completed: number
  succeeded: number
}

const noActivity: ProviderActivity = { last_success_at: null, last_hour: { completed: 0, succeeded: 0 } }

/**
 * Deliveries of each vendor and payments of each gateway in the last day and the last hour. A payment that its payer
 * did not complete proves nothing about the gateway.
 */
export async function providerActivity(db: Database): Promise<(provider: string) => ProviderActivity> {
  const { rows } = await sql<ActivityRow>`
    with times as (select app_now() - interval '1 day' as day, app_now() - interval '1 hour' as hour),
    calls as (
      select vendor as provider, created_at, state_since, state = 'delivered' as is_success
      from attempts where created_at > (select day from times) and state <> 'sending'
      union all
      select payments.gateway, payments.created_at, payments.state_since, payments.state <> 'failed'
      from orders join payments on payments.order_id = orders.id
      where orders.created_at > (select day from times) and ${isCompleted}
      union all
      select payments.gateway, payments.created_at, payments.state_since, payments.state <> 'failed'
      from payments where purpose = 'wallet_topup' and created_at > (select day from times) and ${isCompleted})
    select provider, max(state_since) filter (where is_success) as last_success_at,
      (count(*) filter (where created_at > hour))::int as completed,
      (count(*) filter (where created_at > hour and is_success))::int as succeeded
    from calls cross join times group by provider`.execute(db.q)
  return (provider) => {
    const row = rows.find((candidate) => candidate.provider === provider)
    if (!row) return noActivity
    const { last_success_at: lastSuccessAt, completed, succeeded } = row
    return { last_success_at: lastSuccessAt?.toISOString() ?? null, last_hour: { completed, succeeded } }
  }
}

const isCompleted = sql`payments.gateway = any(${[...gateways]}::text[])
  and payments.state in ('succeeded', 'succeeded_late', 'mismatch', 'reversed', 'failed')`
