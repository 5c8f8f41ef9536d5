import type * as z from 'zod/mini'
import type { UserId } from '../../shared/ids.ts'
import { addDays, dayOf } from '../../shared/lagos-days.ts'
import { formatMoney, nairaText } from '../../shared/money.ts'
import type { createSchedule } from '../../shared/schedules.ts'
import { recordAccountEvent } from '../audit/index.ts'
import { discoOf, networkOf } from '../catalogue/index.ts'
import { applicationTime, lockUserRows, type Tx } from '../database/index.ts'
import { type Actor, ApiError, type Caller } from '../http/index.ts'
import { findCard } from '../payments/index.ts'
import type { Order, QuoteRequest } from '../purchase/index.ts'
import { prepareOrder, serviceBackends } from '../services.ts'
import { reminderTime } from './calendar.ts'
import type { ScheduleDeps } from './deps.ts'
import { assertChannel } from './messages.ts'
import { plannedDay } from './plan.ts'
import { requestOfBeneficiary, requestOfOrder } from './source.ts'
import type { ScheduleRow } from './store.ts'
import { scheduleServerTexts } from './texts.ts'
import { usageOf } from './usage.ts'

type Request = z.infer<typeof createSchedule.body>

const maxPerUser = 50
const maxDaysAhead = 366
/** The default limit of a month covers five weekly runs. */
const runsPerMonth = 5n

const invalidField = (field: string, message: string) => new ApiError('INVALID', { field, message })

/**
 * Schedules a purchase after looking it up and pricing it; nothing is charged.
 * @throws ApiError NOT_FOUND, INVALID, TOO_MANY, PIN_…, and as the lookup of its service does
 */
export async function createUserSchedule(
  deps: ScheduleDeps,
  request: Request,
  caller: Caller<Actor>,
): Promise<ScheduleRow> {
  const { userId } = caller.actor
  await deps.assertPin(caller.actor, request.auth_pin)
  const source = await quoteRequestOf(deps, userId, request)
  await assertChannel(deps.db.q, { userId, channel: request.remind_by, field: 'remind_by' })
  const card = await cardOf(deps, userId, request)
  const order = await prepareOrder(source)(deps, caller)
  const limits = limitsOf(request, order)
  const title = await titleOf(deps, order)
  return deps.db.inTransaction(async (tx) => {
    const now = await applicationTime(tx)
    const plan = { user_id: userId, number: order.beneficiary, frequency: request.frequency }
    const start_on = await firstDayOf(tx, { ...plan, request, order }, dayOf(now))
    const next_on = await plannedDay(tx, { ...plan, start_on }, dayOf(now))
    await assertBelowMaximum(tx, userId)
    const schedule = await tx
      .insertInto('schedules')
      .values({
        ...plan,
        ...limits,
        state: 'active',
        service: source.service,
        provider: source.billerCode,
        type: source.type,
        plan: source.plan,
        quantity: order.quantity,
        phone: order.phone,
        title,
        amount_kobo: order.amount_kobo,
        start_on,
        next_on,
        payment_method: request.payment_method,
        card_uniqueid: card,
        remind_by: request.remind_by,
        due_at: next_on === null ? null : reminderTime(next_on),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAccountEvent(tx, {
      actor: caller.actor,
      action: 'schedule.create',
      subject: schedule.id,
      detail: { frequency: request.frequency },
      requestId: caller.requestId,
    })
    return schedule
  })
}

/** The purchase of the order or the beneficiary that the request names. @throws ApiError NOT_FOUND, INVALID */
function quoteRequestOf(
  deps: ScheduleDeps,
  userId: UserId,
  { order_reference, beneficiary_id, amount }: Request,
): Promise<QuoteRequest> {
  const enteredAmount = amount === null || amount === undefined ? null : nairaText(amount)
  if (order_reference) return requestOfOrder(deps, userId, { reference: order_reference, enteredAmount })
  if (beneficiary_id) return requestOfBeneficiary(deps, userId, { uniqueid: beneficiary_id, enteredAmount })
  throw invalidField('beneficiary_id', scheduleServerTexts.sourceMissing())
}

async function cardOf({ db }: ScheduleDeps, userId: UserId, request: Request): Promise<string | null> {
  if (request.payment_method === 'WALLET') return null
  const card = request.payment_card_id && (await findCard(db.q, userId, request.payment_card_id))
  if (!card) throw invalidField('payment_card_id', scheduleServerTexts.cardMissing())
  return card.uniqueid
}

function limitsOf({ max_per_run, max_per_month }: Request, order: Order) {
  const max_run_kobo = max_per_run ?? order.total_kobo
  const max_month_kobo = max_per_month ?? max_run_kobo * runsPerMonth
  if (max_run_kobo < order.total_kobo)
    throw invalidField(
      'max_per_run',
      scheduleServerTexts.runLimitTooLow({ total: formatMoney(order.total_kobo) }),
    )
  if (max_month_kobo < max_run_kobo)
    throw invalidField('max_per_month', scheduleServerTexts.monthLimitTooLow())
  return { max_run_kobo, max_month_kobo }
}

/** The first day; of a schedule by forecast, today. @throws ApiError INVALID */
async function firstDayOf(
  tx: Tx,
  { user_id, number, request, order }: { user_id: UserId; number: string; request: Request; order: Order },
  today: string,
): Promise<string> {
  if (request.frequency === 'low_units') {
    if (order.service !== 'power' || order.variation !== 'prepaid')
      throw invalidField('frequency', scheduleServerTexts.prepaidOnly())
    if ((await usageOf(tx, user_id, number)).length === 0)
      throw invalidField('frequency', scheduleServerTexts.noForecast())
    return today
  }
  const { start_on } = request
  if (!start_on || start_on <= today || start_on > addDays(today, maxDaysAhead))
    throw invalidField('start_on', scheduleServerTexts.startInPast())
  return start_on
}

/** @throws ApiError TOO_MANY */
async function assertBelowMaximum(tx: Tx, userId: UserId): Promise<void> {
  await lockUserRows(tx, userId)
  const { count } = await tx
    .selectFrom('schedules')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('state', '<>', 'ended')
    .executeTakeFirstOrThrow()
  if (count >= maxPerUser)
    throw new ApiError('TOO_MANY', { message: scheduleServerTexts.tooMany({ max: maxPerUser }) })
}

/** "DStv Compact", "Ikeja Electric". */
async function titleOf({ db }: ScheduleDeps, { service, code, variation_name }: Order): Promise<string> {
  if (service === 'power') return (await discoOf(db, code))?.name ?? code
  return serviceBackends[service].historyTitle(networkOf(service, code).name, variation_name ?? '')
}
