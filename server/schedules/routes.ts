import { getForecasts, setLowUnitsAlert } from '../../shared/forecasts.ts'
import type { UserId } from '../../shared/ids.ts'
import { nairaOf } from '../../shared/money.ts'
import {
  createSchedule,
  endSchedule,
  getSchedule,
  getSchedules,
  pauseSchedule,
  payScheduleRun,
  resumeSchedule,
  skipSchedule,
} from '../../shared/schedules.ts'
import { listDiscos } from '../catalogue/index.ts'
import { type Route, route } from '../http/index.ts'
import { setAlert } from './alerts.ts'
import { endUserSchedule, pauseUserSchedule, resumeUserSchedule, skipNextRun } from './changes.ts'
import { createUserSchedule } from './create.ts'
import type { ScheduleDeps } from './deps.ts'
import { assertChannel } from './messages.ts'
import { listSchedules, runsOf, scheduleFrom } from './presenter.ts'
import { findOrCreateRunOrder } from './run-order.ts'
import { userSchedule } from './store.ts'
import { scheduleServerTexts } from './texts.ts'
import { usageOf } from './usage.ts'

/** Endpoints of scheduled purchases and forecasts. Users see and change only their own. */
export function scheduleRoutes(deps: ScheduleDeps): Route[] {
  const { db } = deps
  return [
    route(getSchedules, async ({ actor }) => ({ data: await listSchedules(deps, actor.userId) })),
    route(createSchedule, async ({ body, ...caller }) => ({
      message: scheduleServerTexts.created(),
      data: await scheduleFrom(deps, await createUserSchedule(deps, body, caller)),
    })),
    route(getSchedule, async ({ params, actor }) => {
      const row = await userSchedule(db.q, { userId: actor.userId, id: params.id })
      return { data: { ...(await scheduleFrom(deps, row)), runs: await runsOf(db, row.id) } }
    }),
    route(skipSchedule, async ({ params, body, ...caller }) => ({
      message: scheduleServerTexts.skipped(),
      data: await scheduleFrom(deps, await skipNextRun(deps, params.id, body.period, caller)),
    })),
    route(pauseSchedule, async ({ params, ...caller }) => ({
      message: scheduleServerTexts.paused(),
      data: await scheduleFrom(deps, await pauseUserSchedule(deps, params.id, caller)),
    })),
    route(resumeSchedule, async ({ params, ...caller }) => ({
      message: scheduleServerTexts.resumed(),
      data: await scheduleFrom(deps, await resumeUserSchedule(deps, params.id, caller)),
    })),
    route(endSchedule, async ({ params, ...caller }) => ({
      message: scheduleServerTexts.ended(),
      data: await scheduleFrom(deps, await endUserSchedule(deps, params.id, caller)),
    })),
    route(payScheduleRun, async ({ params, ...caller }) => ({
      data: await findOrCreateRunOrder(deps, params, caller),
    })),

    route(getForecasts, async ({ actor }) => ({ data: await forecastsOf(actor.userId) })),
    route(setLowUnitsAlert, async ({ body, actor }) => {
      await assertChannel(db.q, { userId: actor.userId, channel: body.channel, field: 'channel' })
      await setAlert(db, { userId: actor.userId, ...body })
      return { data: { alert: body.channel } }
    }),
  ]

  async function forecastsOf(userId: UserId) {
    const [usages, discos, alerts] = await Promise.all([
      usageOf(db.q, userId),
      listDiscos(db),
      db.q
        .selectFrom('low_units_alerts')
        .select(['number', 'channel'])
        .where('user_id', '=', userId)
        .execute(),
    ])
    const channelOf = new Map(alerts.map(({ number, channel }) => [number, channel]))
    const nameOf = new Map(discos.map(({ code, name }) => [code, name]))
    return usages.map((usage) => ({
      number: usage.number,
      company: nameOf.get(usage.billerCode) ?? usage.billerCode,
      daily_use: Math.round(usage.dailyUse * 10) / 10,
      unit: usage.unit,
      low_at: usage.lowAt.toISOString(),
      earliest: usage.earliest.toISOString(),
      latest: usage.latest.toISOString(),
      last_purchase_at: usage.lastPurchaseAt.toISOString(),
      last_amount: nairaOf(usage.lastAmountKobo),
      alert: channelOf.get(usage.number) ?? null,
    }))
  }
}
