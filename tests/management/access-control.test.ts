import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueSessionToken, type Route } from '../../server/http/index.ts'
import type { Endpoint } from '../../shared/contract.ts'
import { errors } from '../../shared/errors.ts'
import { type ManagerScope, scopes } from '../../shared/scopes.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, makeCompany, type TestUser } from '../support/user.ts'
import { createTestManager } from './setup.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

/** The audience of every endpoint. Every endpoint is listed here: a new one must be added by hand. */
const endpointsByAudience: Readonly<Record<Endpoint['audience'], readonly string[]>> = {
  anyone: words(`
    getOrderState getPaymentOptions initiatePayment returnFromCheckout getPowerProviders
    getDiscos getDiscoCompanies quotePower getPowerQuote processPower
    getPowerOrder getPowerReceipt getPowerHistory getCabletvNetworks quoteCabletv
    getCabletvQuote processCabletv getCabletvOrder getAirtimeNetworks quoteAirtime
    getAirtimeQuote processAirtime getAirtimeOrder getDataNetworks quoteData
    getDataQuote processData getDataOrder getEducationTypes quoteWaec
    quoteJamb getEducationQuote processEducation getEducationOrder registerAccount
    verifyEmail resendVerification signIn signOut requestPasswordReset
    resetPassword getBanks reportOrder subscribeToServiceAlert getPushKey subscribeToPush unsubscribeFromPush setRefundAccount checkRefundAccount
    sendRefundAccountCode confirmRefundAccountCode findOwnOrder openOrderLink getServiceHealth
    getOrderReceipt repeatOrder getPaymentRequest createPaymentRequestOrder getPayerOrder reportPaymentRequest
    getEmailSubscription updateEmailSubscription getTranslationChanges`),
  user: words(`
    getProfile updateProfile updatePassword updatePin exportAccountData getClosingConditions closeAccount updatePinLimit getSessions
    endOtherSessions endSession updateUserLanguage toggleActivityLogs getActivityLogs getNotifications
    getUnreadNotifications markAllNotificationsRead markNotificationRead deleteNotification restoreNotification streamAccountEvents
    getTransactions getTransactionReceipt buyAgain getAccountSummary createTicket
    getTickets`),
  verified: words(`
    getWalletBalance getWalletTransactions getWalletStatement initiateTopUp verifyTopUp getPaymentCards
    deletePaymentCard initiateCardPayment getMeterBeneficiaries getSmartcardBeneficiaries getPhoneBeneficiaries
    getDeviceBeneficiaries addMeter addSmartcard addPhone addDevice
    updateBeneficiary deleteBeneficiary restoreBeneficiary getVirtualAccountRequirements verifyBvn reserveAccount
    setAutomaticPurchase getReferral redeemBonus getBulkPurchases getBulkTemplate getBulkPlans
    checkBulkFile startBulkPurchase getBulkPurchase getRecentBeneficiaries getVirtualAccounts createPaymentRequest
    getPaymentRequests cancelPaymentRequest getSchedules getSchedule createSchedule skipSchedule pauseSchedule
    resumeSchedule endSchedule payScheduleRun getForecasts setLowUnitsAlert`),
  manager: words(`
    getManagedPaymentRequests blockPaymentRequest
    getVendorFloats refreshVendorFloats getSettlements getSettlement getDisputes sendDisputeResponse verifyPin getReviews requeryOrder deliverOrder refundOrder
    rejectAccountOfRefund closeReview getReconciliation resolveBreak openFloatBalance creditUnallocatedFunds returnUnallocatedFunds getAuditLogs getUserChoices
    getUsers getUserDetails getUserMeters getUserSmartcards getSiteConfigs
    updateSiteConfigs getFeesAndLimits updateFeesAndLimits getConfigHistory getManagementOverview
    getManagedOrders getManagedOrder getManagedTopUps getManagedTickets replyToTicket closeTicket showOrderCodes
    resendDelivery addOrderNote payGoodwill purchasePowerForUser purchaseCabletvForUser topUpWallet getApprovals
    approve getManagedTransactions getTransactionTotals searchRecords
    reject createRecord getServiceDetails getEmailTemplates createTemplate
    updateTemplate deleteTemplate sendEmail sendSms getMessages
    previewMessage getInvalidRecipients sendTestMessage updateScheduledMessage pauseMessage continueMessage stopMessage
    getMessageProgress getUserWalletTransactions getUserCards getUserTickets getUserSessions getUserNotes addUserNote
    blockUser unblockUser signOutUser resetUserPin requestUserScopes
    getSecondFactorState startSecondFactor confirmSecondFactor disableSecondFactor
    getTranslationCounts getTranslations getTranslation updateTranslation`),
}
/** Endpoints that require the manager's PIN on the endpoint. */
const withPin = words(`
    requeryOrder deliverOrder refundOrder rejectAccountOfRefund closeReview resolveBreak openFloatBalance creditUnallocatedFunds returnUnallocatedFunds
    showOrderCodes resendDelivery payGoodwill purchasePowerForUser purchaseCabletvForUser topUpWallet approve reject
    blockUser unblockUser signOutUser resetUserPin requestUserScopes`)

/** The management endpoints that each scope admits. Every scope admits those of `every`. */
const callsByScope: Readonly<Record<ManagerScope | 'every', readonly string[]>> = {
  every:
    words(`verifyPin getManagementOverview getUserChoices getUsers getUserDetails getManagedOrders getManagedOrder
    getManagedTransactions getTransactionTotals searchRecords getApprovals getSecondFactorState startSecondFactor confirmSecondFactor disableSecondFactor`),
  support: words(`
    getUserMeters getUserSmartcards getUserWalletTransactions getUserCards getUserTickets getUserNotes addUserNote getUserSessions blockUser
    unblockUser signOutUser resetUserPin getManagedTickets replyToTicket closeTicket getEmailTemplates createTemplate
    updateTemplate deleteTemplate sendEmail sendSms getMessages getMessageProgress getReviews
    previewMessage getInvalidRecipients sendTestMessage updateScheduledMessage pauseMessage continueMessage stopMessage
    requeryOrder getServiceDetails getManagedTopUps showOrderCodes resendDelivery addOrderNote
    getManagedPaymentRequests blockPaymentRequest`),
  finance: words(`
    getUserMeters getUserSmartcards getUserWalletTransactions getUserCards getUserNotes addUserNote getReviews closeReview
    refundOrder rejectAccountOfRefund topUpWallet purchasePowerForUser purchaseCabletvForUser getManagedTopUps getReconciliation
    resolveBreak openFloatBalance creditUnallocatedFunds returnUnallocatedFunds createRecord approve reject
    payGoodwill addOrderNote getSettlements getSettlement getDisputes sendDisputeResponse getVendorFloats refreshVendorFloats`),
  operations: words(`
    getReviews requeryOrder deliverOrder closeReview createRecord getSiteConfigs updateSiteConfigs
    getConfigHistory addOrderNote getVendorFloats refreshVendorFloats getManagedPaymentRequests blockPaymentRequest`),
  admin: words(`
    getUserNotes addUserNote getUserSessions blockUser unblockUser signOutUser resetUserPin requestUserScopes
    approve reject getFeesAndLimits updateFeesAndLimits getConfigHistory getAuditLogs
    getTranslationCounts getTranslations getTranslation updateTranslation`),
}

/** A manager has every scope; the actors named after a scope have that one alone. */
const actors = ['guest', 'unverified', 'user', 'manager', ...scopes] as const
type Actor = (typeof actors)[number]
const isScope = (actor: Actor): actor is ManagerScope => scopes.some((scope) => scope === actor)

/** The error that rejects an actor; null admits them. */
const rejections: Readonly<
  Record<Endpoint['audience'], Readonly<Record<Exclude<Actor, ManagerScope>, keyof typeof errors | null>>>
> = {
  anyone: { guest: null, unverified: null, user: null, manager: null },
  user: { guest: 'SIGN_IN', unverified: null, user: null, manager: null },
  verified: { guest: 'SIGN_IN', unverified: 'VERIFY_FIRST', user: null, manager: null },
  manager: { guest: 'SIGN_IN', unverified: 'NOT_ALLOWED', user: 'NOT_ALLOWED', manager: null },
}

function expectedErrorOf(
  actor: Actor,
  audience: Endpoint['audience'],
  name: string,
): keyof typeof errors | null {
  if (!isScope(actor)) return rejections[audience][actor]
  if (audience !== 'manager') return rejections[audience].manager
  return [...callsByScope.every, ...callsByScope[actor]].includes(name) ? null : 'SCOPE_MISSING'
}

let app: TestApp
let routes: readonly Route[]
const ids = new Map<Actor, string>()
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  routes = app.features.routes
  ids.set('unverified', (await createUser(app, { verified: false })).id)
  // Both are companies: some endpoints are for companies only.
  const [ada, musa] = [await createUser(app), await createTestManager(app)]
  for (const person of [ada, musa]) await makeCompany(app, person)
  ids.set('user', ada.id)
  ids.set('manager', musa.id)
  for (const scope of scopes) {
    const { id } = await createTestManager(app, [scope])
    await makeCompany(app, { id })
    ids.set(scope, id)
  }
})
afterAll(() => app.close())

const routeOf = (name: string): Route => {
  const match = routes.find((candidate) => candidate.endpoint.name === name)
  if (!match) throw new Error(`Unknown API endpoint ${name}`)
  return match
}

/** Calls the endpoint with only a session token: a new one each time, since some endpoints end it. */
async function callAs(actor: Actor, { endpoint }: Route) {
  const id = ids.get(actor)
  const controller = new AbortController()
  const response = await fetch(`${app.origin}/api/v1${endpoint.path.replace(/\{\w+\}/g, 'AAAAAAAAAAAA')}`, {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      ...(id && { authorization: `Bearer ${await issueSessionToken(app.db.q, id)}` }),
    },
    ...(endpoint.method !== 'GET' && { body: '{}' }),
    signal: controller.signal,
  })
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const answer = isJson
    ? ((await response.json()) as { message: string; errors?: Record<string, string[]> })
    : { message: '' }
  controller.abort()
  return { httpStatus: response.status, ...answer }
}

test('every API endpoint has an audience', () => {
  const endpoints = Object.entries(endpointsByAudience).flatMap(([audience, names]) =>
    names.map((name) => `${name}: ${audience}`),
  )
  expect(endpoints.sort()).toEqual(
    routes.map(({ endpoint }) => `${endpoint.name}: ${endpoint.audience}`).sort(),
  )
})

test.each(Object.entries(endpointsByAudience) as [Endpoint['audience'], string[]][])(
  'endpoints for %s admit their audience, and reject all other callers',
  async (audience, names) => {
    for (const name of names) {
      for (const actor of actors) {
        const { httpStatus, message } = await callAs(actor, routeOf(name))
        const code = expectedErrorOf(actor, audience, name)
        const label = `${name} as ${actor}: ${httpStatus} ${message}`
        if (code)
          expect({ httpStatus, message }, label).toEqual({ httpStatus: 403, message: errors[code].message })
        else expect([401, 403, 500], label).not.toContain(httpStatus)
      }
    }
  },
  180_000,
)

test('every management endpoint of the OpenAPI document is in the table, also for HEAD requests', async () => {
  const document = (await (await fetch(`${app.origin}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    path.startsWith('/management/')
      ? Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId }))
      : [],
  )
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    [...endpointsByAudience.manager].sort(),
  )
  for (const actor of ['guest', 'user', 'support'] as const) {
    const id = ids.get(actor)
    const headers = id ? { authorization: `Bearer ${await issueSessionToken(app.db.q, id)}` } : undefined
    for (const { path, operationId } of operations.filter(({ method }) => method === 'get')) {
      const url = `${app.origin}/api/v1${path.replace(/\{\w+\}/g, 'AAAAAAAAAAAA')}`
      const { status } = await fetch(url, { method: 'HEAD', ...(headers && { headers }) })
      const isRejected = expectedErrorOf(actor, 'manager', operationId) !== null
      expect(status === 403, `${operationId} as ${actor}: ${status}`).toBe(isRejected)
    }
  }
})

/** Resources of Ada's, by the names that her own endpoints use. */
async function createResources(ada: TestUser): Promise<Record<string, string>> {
  const added = await ada.post('/account/beneficiaries/phone-numbers/add', {
    phone_number: '08010000066',
    country_code: '234',
    provider: 'MTN',
    provider_id: 'mtn',
    def_amount: 500,
    code: '',
  })
  expect(added.httpStatus).toBe(200)
  const { data: saved } = await ada.get<{ uniqueid: string }[]>('/account/beneficiaries/phone-numbers/all')
  const { q } = app.db
  const news = { user_id: ada.id, service: 'other', subject: 'Hello', body: 'Hello' }
  const notification = await q
    .insertInto('notifications')
    .values(news)
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = { user_id: ada.id, file_name: 'a.csv', state: 'ready' as const }
  const bulk = await q.insertInto('bulk_purchases').values(file).returning('id').executeTakeFirstOrThrow()
  const session = await q
    .selectFrom('session_tokens')
    .select('id')
    .where('user_id', '=', ada.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const card = await q
    .insertInto('payment_cards')
    .values({
      uniqueid: 'CardOfAdaOkafor12345',
      user_id: ada.id,
      gateway: 'paystack',
      token: null,
      token_hash: Buffer.from('of Ada'),
      email: ada.email,
      first_digits: '408408',
      last_digits: '4081',
      expiry: '12/30',
      issuer: null,
      type: 'visa',
      signature: 'of Ada',
    })
    .returning('uniqueid')
    .executeTakeFirstOrThrow()
  const order = await ada.buy('airtime')
  const { id: request } = await q
    .insertInto('payment_requests')
    .values({
      user_id: ada.id,
      code_hash: Buffer.from('of Ada'),
      encrypted_code: '',
      quoted_order_id: (await app.orderRow(order)).id,
      state: 'open',
      service: 'airtime',
      selection: JSON.stringify({
        ...{ number: '08010000066', provider: 'mtn', type: '', plan: '', planName: null },
        ...{ phone: '+2348010000066', quantity: 1, email: null },
      }),
      amount_kobo: 50_000n,
      note: null,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const today = sql<string>`to_char(app_now(), 'YYYY-MM-DD')`
  const { id: schedule } = await q
    .insertInto('schedules')
    .values({
      ...{ user_id: ada.id, state: 'active', service: 'airtime', number: '08010000066', provider: 'mtn' },
      ...{ type: '', plan: '', quantity: 1, phone: '+2348010000066', title: 'MTN', amount_kobo: 50_000n },
      ...{ frequency: 'weekly', start_on: today, next_on: today, reminded_on: null },
      ...{ payment_method: 'WALLET', card_uniqueid: null, max_run_kobo: 50_000n, max_month_kobo: 250_000n },
      ...{ remind_by: 'email', pause_reason: null, due_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: run } = await q
    .insertInto('schedule_runs')
    .values({
      ...{ schedule_id: schedule, period: today, state: 'failed', order_id: null, total_kobo: null },
      ...{ reason_code: 'card_declined', reason: 'Declined.', due_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const beneficiary = `/account/beneficiaries/phone-numbers/${saved[0]?.uniqueid}`
  return {
    deleteBeneficiary: `${beneficiary}/delete`,
    updateBeneficiary: `${beneficiary}/update`,
    restoreBeneficiary: `${beneficiary}/restore`,
    startBulkPurchase: `/account/bulk-purchases/${bulk.id}/start`,
    getBulkPurchase: `/account/bulk-purchases/${bulk.id}`,
    deletePaymentCard: `/account/user/payment-cards/${card.uniqueid}`,
    getTransactionReceipt: `/account/transactions/${order}/receipt`,
    buyAgain: `/account/transactions/${order}/again`,
    markNotificationRead: `/account/notifications/mark-as-read/${notification.id}`,
    deleteNotification: `/account/notifications/${notification.id}/delete`,
    restoreNotification: `/account/notifications/${notification.id}/restore`,
    endSession: `/account/sessions/${session.id}`,
    cancelPaymentRequest: `/account/payment-requests/${request}/cancel`,
    getSchedule: `/account/schedules/${schedule}`,
    skipSchedule: `/account/schedules/${schedule}/skip`,
    pauseSchedule: `/account/schedules/${schedule}/pause`,
    resumeSchedule: `/account/schedules/${schedule}/resume`,
    endSchedule: `/account/schedules/${schedule}/end`,
    payScheduleRun: `/account/schedules/${schedule}/runs/${run}/pay`,
  }
}

/** An id of the same shape that belongs to no user. */
const withUnknownIds = (path: string) =>
  path
    .replaceAll(/[0-9a-f-]{36}/g, '00000000-0000-4000-8000-000000000000')
    .replace(/(?<=transactions\/)[A-Z2-9]{12}/, 'AAAAAAAAAAAA')
    .replace(/(?<=(phone-numbers|payment-cards)\/)\w{8,}/, 'NobodysOwnThing12345')

test('another user with the id gets the same response as for an unknown id', async () => {
  const [ada, bola] = [await createUser(app, { walletKobo: 100_000n }), await createUser(app)]
  for (const person of [ada, bola]) await makeCompany(app, person)
  const resources = await createResources(ada)
  const userRoutes = routes.filter(
    ({ endpoint }) => /^(user|verified)$/.test(endpoint.audience) && endpoint.path.includes('{'),
  )
  expect(userRoutes.map(({ endpoint }) => endpoint.name).sort()).toEqual(Object.keys(resources).sort())
  for (const { endpoint } of userRoutes) {
    const path = resources[endpoint.name] ?? ''
    const body = endpoint.method === 'POST' ? { undo: 'unreadable', period: '2026-11-30' } : undefined
    const foreign = await bola.call(endpoint.method, path, body)
    expect(foreign, endpoint.name).toEqual(await bola.call(endpoint.method, withUnknownIds(path), body))
    expect(foreign.httpStatus, endpoint.name).toBe(404)
  }
  const { q } = app.db
  expect((await ada.get<object[]>('/account/beneficiaries/phone-numbers/all')).data).toHaveLength(1)
  const card = q.selectFrom('payment_cards').select('deleted_at').where('user_id', '=', ada.id)
  expect(await card.execute()).toEqual([{ deleted_at: null }])
  const stored = await q
    .selectFrom('notifications')
    .select('read_at')
    .where('subject', '=', 'Hello')
    .execute()
  expect(stored).toEqual([{ read_at: null }])
})

test('a manager whose request has no PIN cannot perform an action that requires one', async () => {
  for (const name of withPin) {
    const { httpStatus, errors: fields } = await callAs('manager', routeOf(name))
    // An unknown reference is rejected before the body is read.
    if (httpStatus === 404) continue
    expect({ name, httpStatus, asks: Object.keys(fields ?? {}).includes('auth_pin') }).toEqual({
      name,
      httpStatus: 422,
      asks: true,
    })
  }
})
