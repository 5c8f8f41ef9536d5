import { bulkQueues } from '../bulk/index.ts'
import { campaignQueue } from '../campaigns/index.ts'
import { searchIndexJob } from '../management/index.ts'
import { outboxQueue } from '../outbox/index.ts'
import { paymentQueues } from '../payments/index.ts'
import { orderQueues, overdueOrderCheck } from '../purchase/index.ts'
import { pushQueue } from '../push/index.ts'
import { scheduleQueues } from '../schedules/index.ts'
import { virtualAccountQueues } from '../virtual-accounts/index.ts'
import type { Dependencies } from './dependencies.ts'

/** Rows with a due time in `due_at`. */
export const createQueues = (dependencies: Dependencies) => {
  const { context, deps, orderProcessor, schedules, senders, trigger } = dependencies
  const { config, db, log } = context
  return [
    ...paymentQueues(deps.payments),
    ...orderQueues(orderProcessor),
    ...virtualAccountQueues(deps),
    ...bulkQueues(deps, orderProcessor),
    ...scheduleQueues(schedules, orderProcessor, () => trigger('schedule_runs')),
    outboxQueue({ db, log, mail: senders.mail, sms: senders.sms }),
    pushQueue({ db, log, config }),
    campaignQueue(dependencies.campaigns),
  ]
}

/** Checks that every process repeats. */
export const createChecks = ({ deps, operations }: Dependencies) => [
  overdueOrderCheck(deps.db),
  ...operations.checks,
]

/** Jobs that run once per cluster, in Lagos time. */
export const createCronJobs = ({ deps, operations }: Dependencies) => [
  { name: 'refresh-catalogue', cron: '23 */6 * * *', run: () => deps.catalogue.refresh() },
  searchIndexJob(deps.db),
  ...operations.jobs,
]
