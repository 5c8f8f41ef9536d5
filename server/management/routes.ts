import {
  configHistory,
  siteConfigs,
  siteFigures,
  updateSiteConfigs,
  updateSiteFigures,
} from '../../shared/management/configs.ts'
import { managedOrder, managedOrders } from '../../shared/management/orders.ts'
import * as overviews from '../../shared/management/overview.ts'
import { allUsers, userDetails, userList, userMeters, userSmartcards } from '../../shared/management/users.ts'
import { audit } from '../audit/index.ts'
import { metersOf, smartcardsOf } from '../beneficiaries/index.ts'
import { csvFile, Refused, type Route, route } from '../http/index.ts'
import { orderByReference, statusNow } from '../purchase/index.ts'
import { answerTicket, closeTicket, ticketsAbout, ticketsIn } from '../tickets/index.ts'
import { changeConfigs, configsNow } from './configs.ts'
import { changeFigures, changesOf, figuresNow } from './figures.ts'
import { findManaged } from './find-orders.ts'
import { overviewOf } from './overview.ts'
import type { ManagementParts } from './parts.ts'
import { linesOf, showManaged } from './show-orders.ts'
import { timelineOf } from './timeline.ts'
import { detailsOf, listUsers, logRead, userNamed, usersToChoose } from './users.ts'

const pageSize = 50
const mostInFile = 50_000
const usualDays = 7

/** The calls of the back office that look and set; what moves money stands in purchases.ts. */
export function managementRoutes(parts: ManagementParts): Route[] {
  return [...userRoutes(parts), ...configRoutes(parts), ...orderRoutes(parts), ...ticketRoutes(parts)]
}

function userRoutes({ db }: ManagementParts): Route[] {
  return [
    route(allUsers, async ({ query }) => ({ data: await usersToChoose(db, query.search || undefined) })),
    route(userList, async ({ query }) => ({ data: await listUsers(db, query) })),
    route(userDetails, async ({ params, actor, request }) => {
      const user = await userNamed(db, params.uniqueid)
      await logRead(db, { by: actor, request, what: 'user', subject: user.uniqueid, owner: user.id })
      return { data: await detailsOf(db, user) }
    }),
    route(userMeters, async ({ params, actor, request }) => {
      const user = await userNamed(db, params.uniqueid)
      await logRead(db, { by: actor, request, what: 'beneficiaries', subject: user.uniqueid, owner: user.id })
      return { data: await metersOf(db, user.id) }
    }),
    route(userSmartcards, async ({ params, actor, request }) => {
      const user = await userNamed(db, params.uniqueid)
      await logRead(db, { by: actor, request, what: 'beneficiaries', subject: user.uniqueid, owner: user.id })
      return { data: await smartcardsOf(db, user.id) }
    }),
  ]
}

function configRoutes(parts: ManagementParts): Route[] {
  return [
    route(siteConfigs, async () => ({ data: await configsNow(parts) })),
    route(updateSiteConfigs, async ({ body, actor, request }) => ({
      message: 'Configuration updated successfully!',
      data: await changeConfigs(parts, { actor, request }, body),
    })),
    route(siteFigures, async () => ({ data: await figuresNow(parts) })),
    route(updateSiteFigures, async ({ body, actor, request }) => ({
      message: 'Configuration updated successfully!',
      data: await changeFigures(parts, { actor, request }, body),
    })),
    route(configHistory, async ({ query }) => ({ data: await changesOf(parts.db, query.cursor) })),
  ]
}

function orderRoutes(parts: ManagementParts): Route[] {
  const { db } = parts
  const overview = overviewOf(parts)
  return [
    route(overviews.managementOverview, async ({ query }) => ({
      data: await overview(query.days ? Number(query.days) : usualDays),
    })),
    route(managedOrders, async ({ query, actor, request }) => {
      const userId = query.user_id ? (await userNamed(db, query.user_id, 'user_id')).id : null
      const asFile = query.format === 'csv'
      const size = asFile ? mostInFile : pageSize
      const { ids, next } = await findManaged(db, query, { pageSize: size, userId })
      await logRead(db, {
        by: actor,
        request,
        what: asFile ? 'orders.file' : 'orders',
        subject: query.search ?? query.user_id ?? 'all',
        owner: userId,
      })
      if (!asFile) return { data: { list: await showManaged(db, ids), next } }
      return csvFile('orders.csv', linesOf(await inParts(ids, (some) => showManaged(db, some))))
    }),
    route(managedOrder, async ({ params, actor, request }) => {
      const order = await orderByReference(db.q, params.reference)
      if (!order) throw new Refused('NOT_FOUND')
      await logRead(db, { by: actor, request, what: 'order', subject: order.reference, owner: order.user_id })
      const [shown] = await showManaged(db, [order.id])
      if (!shown) throw new Refused('NOT_FOUND')
      const { money } = await statusNow(db, order)
      return {
        data: {
          order: shown,
          money: { is: money.is, says: money.says },
          timeline: await timelineOf(db, order),
          tickets: await ticketsAbout(db, order.id),
        },
      }
    }),
  ]
}

/** Reads many rows in handfuls, so that none of the statements grows without bound. */
async function inParts<T>(
  ids: readonly string[],
  read: (some: readonly string[]) => Promise<T[]>,
): Promise<T[]> {
  const all: T[] = []
  for (let at = 0; at < ids.length; at += 1_000) all.push(...(await read(ids.slice(at, at + 1_000))))
  return all
}

function ticketRoutes(parts: ManagementParts): Route[] {
  const { db, brandName, helpUrl } = parts
  return [
    route(overviews.managedTickets, async ({ query, actor, request }) => {
      const state = query.state ?? 'open'
      await logRead(db, { by: actor, request, what: 'tickets', subject: state, owner: null })
      return { data: await ticketsIn(db, state, query.cursor) }
    }),
    route(overviews.answerTicket, async ({ params, body, actor, request }) => {
      await db.inTransaction(async (tx) => {
        await answerTicket(tx, {
          number: params.number,
          answer: body.answer,
          by: actor.userId,
          brandName,
          helpUrl,
        })
        await audit(tx, { by: actor, action: 'ticket.answer', subject: params.number, request })
      })
      parts.wakeOutbox()
      return { message: 'The answer is on its way.', data: {} }
    }),
    route(overviews.closeTicket, async ({ params, body, actor, request }) => {
      await db.inTransaction(async (tx) => {
        await closeTicket(tx, params.number)
        const detail = { reason: body.reason ?? null }
        await audit(tx, { by: actor, action: 'ticket.close', subject: params.number, detail, request })
      })
      return { message: 'The report is closed.', data: {} }
    }),
  ]
}
