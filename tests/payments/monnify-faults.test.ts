import { expect, test } from 'vitest'
import { monnify } from '../../server/payments/gateways/monnify/index.ts'
import type { PaymentMethod } from '../../shared/payments.ts'
import { simulators } from '../simulators/setup.ts'

const keys = {
  apiKey: 'MK_TEST_simulated',
  secretKey: 'simulated-monnify-secret',
  contractCode: '1234567890',
}
const shortTimeouts = { queryTimeoutMs: 1_500, createTimeoutMs: 1_500, refundTimeoutMs: 1_500 }

let count = 0
const nextName = () => `SW-${process.pid}-${++count}`

/** A simulated Monnify, its adapter and a created checkout of ₦5,100. */
async function startCheckout(method: PaymentMethod = 'CARD') {
  const provider = await simulators()
  const gateway = monnify({ url: `${provider.url}/monnify`, ...keys }, shortTimeouts)
  const request = {
    reference: nextName(),
    amountKobo: 510_000n,
    email: 'ada@example.com',
    method,
    returnUrl: 'http://localhost:3000/payments/callback/monnify?n=1',
    cancelUrl: 'http://localhost:3000/cancel',
    description: 'Electricity',
    orderReference: 'ABCDEFGH2345',
  }
  const opened = await gateway.createCheckout(request)
  if (opened.type !== 'opened') throw new Error(opened.reason)
  const act = (action: 'pay' | 'decline' | 'cancel', card = '4111111111111111') =>
    fetch(opened.checkoutUrl, {
      method: 'POST',
      body: new URLSearchParams({ card_number: card, do: action }),
      redirect: 'manual',
    })
  const { reference } = request
  return { ...provider, gateway, request, reference, opened, act }
}

async function startPaidCheckout() {
  const checkout = await startCheckout()
  await checkout.act('pay')
  const paid = await checkout.gateway.verify(checkout.reference)
  if (paid.type !== 'succeeded') throw new Error(paid.type)
  const payment = { paymentReference: checkout.reference, gatewayReference: paid.gatewayReference }
  const refund = {
    ...payment,
    refundReference: nextName(),
    amountKobo: 510_000n,
    currency: 'NGN',
    reason: 'x',
  }
  return { ...checkout, paid, of: payment, refund }
}

test('a paid checkout verifies in kobo with its card and returns with our reference', async () => {
  const { gateway, reference, opened, act } = await startCheckout()
  expect(await gateway.verify(reference)).toEqual({ type: 'pending', reason: 'abandoned' })
  const callbackUrl = await act('pay')
  expect(callbackUrl.headers.get('location')).toBe(
    `http://localhost:3000/payments/callback/monnify?n=1&paymentReference=${reference}`,
  )
  expect(await gateway.verify(reference)).toMatchObject({
    type: 'succeeded',
    reference,
    gatewayReference: opened.gatewayReference,
    paidKobo: 510_000n,
    feeKobo: 7_650n,
    currency: 'NGN',
    channel: 'CARD',
    card: { lastDigits: '1111', expiry: '12/30', email: 'ada@example.com' },
  })
})

test.each([
  ['decline', 'failed'],
  ['cancel', 'cancelled'],
] as const)('a checkout that the customer ends with %s is reported as %s', async (action, reason) => {
  const { gateway, reference, act } = await startCheckout()
  await act(action)
  expect(await gateway.verify(reference)).toEqual({ type: 'failed', reason })
})

test.each([
  ['underpaid', { paidKobo: 255_000n }],
  ['overpaid', { paidKobo: 560_000n }],
  ['wrong_currency', { currency: 'USD' }],
])('a payment with the fault %s is reported as captured', async (faultName, expected) => {
  const { gateway, reference, act, fault } = await startCheckout('ACCOUNT_TRANSFER')
  await fault('monnify', faultName)
  await act('pay')
  expect(await gateway.verify(reference)).toMatchObject({ type: 'succeeded', ...expected })
})

test.each(['verify_500', 'verify_html', 'verify_pending', 'verify_timeout', 'verify_refused', 'login_500'])(
  '%s leaves a payment pending until the next response',
  async (faultName) => {
    const { gateway, reference, act, fault } = await startCheckout()
    await act('pay')
    await fault('monnify', faultName)
    if (faultName === 'login_500') await fault('monnify', 'bearer_forgotten')
    expect(await gateway.verify(reference)).toMatchObject({ type: 'pending' })
    expect(await gateway.verify(reference)).toMatchObject({ type: 'succeeded' })
  },
)

test('after its token is invalidated, the adapter logs in again and repeats the request', async () => {
  const { gateway, reference, act, fault } = await startCheckout()
  await act('pay')
  await fault('monnify', 'bearer_forgotten')
  expect(await gateway.verify(reference)).toMatchObject({ type: 'succeeded' })
})

test('a checkout with an unreadable response may exist, and a rejected one does not', async () => {
  const { gateway, request, fault } = await startCheckout()
  await fault('monnify', 'initialize_timeout')
  const lost = { ...request, reference: nextName() }
  expect(await gateway.createCheckout(lost)).toEqual({ type: 'unknown', reason: 'timeout' })
  expect(await gateway.createCheckout(lost)).toEqual({ type: 'unknown', reason: 'duplicate' })
  expect(await gateway.verify(lost.reference)).toEqual({ type: 'pending', reason: 'abandoned' })
  await fault('monnify', 'initialize_500')
  expect(await gateway.createCheckout({ ...request, reference: nextName() })).toMatchObject({
    type: 'unknown',
  })
  await fault('monnify', 'initialize_refused')
  const rejectedRequest = { ...request, reference: nextName() }
  expect(await gateway.createCheckout(rejectedRequest)).toEqual({ type: 'rejected', reason: 'rejected' })
  expect(await gateway.verify(rejectedRequest.reference)).toEqual({ type: 'not_found' })
})

test('a refund has our reference, is found by it and is never made twice', async () => {
  const { gateway, refund, providerRecords } = await startPaidCheckout()
  expect(await gateway.listRefunds(refund)).toEqual([])
  expect(await gateway.refund(refund)).toEqual({
    type: 'accepted',
    refundId: refund.refundReference,
    state: 'pending',
  })
  expect(await gateway.refund(refund)).toMatchObject({ type: 'unknown' })
  expect(await gateway.listRefunds(refund)).toMatchObject([
    { merchantReference: refund.refundReference, amountKobo: 510_000n },
  ])
  expect(await gateway.refund({ ...refund, refundReference: nextName() })).toMatchObject({ type: 'failed' })
  expect((await providerRecords()).refunds).toHaveLength(1)
})

test.each(['refund_500', 'refund_refused'])(
  '%s refunds nothing, and the request can be retried',
  async (faultName) => {
    const { gateway, refund, fault } = await startPaidCheckout()
    await fault('monnify', faultName)
    expect(await gateway.refund(refund)).toMatchObject({ type: 'unknown' })
    expect(await gateway.listRefunds(refund)).toEqual([])
    expect(await gateway.refund(refund)).toMatchObject({ type: 'accepted' })
  },
)

test('a refund whose response was lost is found by its reference', async () => {
  const { gateway, refund, fault } = await startPaidCheckout()
  await fault('monnify', 'refund_timeout_accepted')
  expect(await gateway.refund(refund)).toEqual({ type: 'unknown', reason: 'timeout' })
  expect(await gateway.listRefunds(refund)).toMatchObject([{ merchantReference: refund.refundReference }])
})

test('a saved card is charged by its token once per reference', async () => {
  const { gateway, paid, request, providerRecords, fault } = await startPaidCheckout()
  const token = paid.card?.token ?? ''
  const charge = { ...request, reference: nextName(), token }
  expect(await gateway.chargeSavedCard(charge)).toEqual({ type: 'accepted' })
  expect(await gateway.chargeSavedCard(charge)).toEqual({ type: 'unknown', reason: 'duplicate' })
  expect(await gateway.verify(charge.reference)).toMatchObject({ type: 'succeeded', paidKobo: 510_000n })

  await fault('monnify', 'token_declined')
  const declined = { ...charge, reference: nextName() }
  expect(await gateway.chargeSavedCard(declined)).toEqual({ type: 'accepted' })
  expect(await gateway.verify(declined.reference)).toMatchObject({ type: 'failed' })

  await fault('monnify', 'token_timeout')
  const unanswered = { ...charge, reference: nextName() }
  expect(await gateway.chargeSavedCard(unanswered)).toEqual({ type: 'unknown', reason: 'timeout' })
  expect(await gateway.verify(unanswered.reference)).toMatchObject({ type: 'succeeded' })

  await fault('monnify', 'token_lost')
  const lost = { ...charge, reference: nextName() }
  expect(await gateway.chargeSavedCard(lost)).toEqual({ type: 'unknown', reason: 'timeout' })
  expect(await gateway.verify(lost.reference)).toEqual({ type: 'not_found' })

  expect(await gateway.chargeSavedCard({ ...charge, reference: nextName(), token: 'MNFY_NONE' })).toEqual({
    type: 'rejected',
    reason: 'card',
  })
  expect((await providerRecords()).captures).toHaveLength(3)
})

const accountQuery = { bankCode: '044', accountNumber: '0123456789', name: 'Ada Okafor' }

test('account names and BVN matches are synchronous, with the documented values', async () => {
  const { gateway, fault } = await startCheckout()
  const { listBanks, resolveAccount, matchBvn } = gateway.banking!
  expect(await listBanks()).toContainEqual({ name: 'Access Bank', code: '044' })
  expect(await resolveAccount(accountQuery)).toMatchObject({ type: 'found' })
  expect(await resolveAccount({ ...accountQuery, accountNumber: '0123450003' })).toEqual({
    type: 'not_found',
  })
  expect(await resolveAccount({ ...accountQuery, accountNumber: '0123450004' })).toMatchObject({
    type: 'unavailable',
  })

  const match = (bvn: string) => matchBvn!({ ...accountQuery, bvn })
  const account = await resolveAccount(accountQuery)
  expect(await match('22222222222')).toEqual({
    type: 'match',
    accountName: account.type === 'found' && account.name,
  })
  expect(await match('22222220003')).toEqual({ type: 'mismatch' })
  expect(await match('22222220005')).toEqual({ type: 'mismatch' })
  expect(await match('22222220004')).toMatchObject({ type: 'unavailable' })
  for (const faultName of ['bvn_500', 'bvn_unfunded']) {
    await fault('monnify', faultName)
    expect(await match('22222222222')).toMatchObject({ type: 'unavailable' })
  }
})

test('one reservation per reference, however often it is requested', async () => {
  const { gateway, fault } = await startCheckout()
  const { reserveAccount, getReservation, closeAccount } = gateway.banking!
  const reservationRequest = (accountReference: string) => ({
    accountReference,
    accountName: 'ADA OKAFOR',
    customerName: 'ADA OKAFOR',
    customerEmail: 'ada@example.com',
    bvn: '22222222222',
  })
  const first = await reserveAccount!(reservationRequest('VA-1'))
  expect(first).toMatchObject({ type: 'reserved', isActive: true, accounts: [{ accountName: 'ADA OKAFOR' }] })
  expect(await reserveAccount!(reservationRequest('VA-1'))).toEqual(first)
  expect(await getReservation!('VA-1')).toEqual(first)

  await fault('monnify', 'reserve_timeout')
  expect(await reserveAccount!(reservationRequest('VA-2'))).toEqual({ type: 'unknown', reason: 'timeout' })
  expect(await reserveAccount!(reservationRequest('VA-2'))).toMatchObject({ type: 'reserved' })
  await fault('monnify', 'reserve_pending')
  expect(await reserveAccount!(reservationRequest('VA-3'))).toEqual({ type: 'pending' })
  expect(await getReservation!('VA-3')).toMatchObject({ type: 'reserved' })
  await fault('monnify', 'reserve_refused')
  expect(await reserveAccount!(reservationRequest('VA-4'))).toMatchObject({ type: 'rejected' })

  expect(await closeAccount!('VA-1')).toBe(true)
  expect(await closeAccount!('VA-1')).toBe(true)
  expect(await getReservation!('VA-1')).toMatchObject({ type: 'rejected' })
})

test('a deposit to a virtual account is confirmed by reference and listed; a checkout payment is not', async () => {
  const { gateway, post, reference, opened, act } = await startCheckout()
  const { reserveAccount, getDeposit, listDepositReferences } = gateway.banking!
  const reservation = await reserveAccount!({
    accountReference: 'VA-9',
    accountName: 'ADA OKAFOR',
    customerName: 'ADA OKAFOR',
    customerEmail: 'ada@example.com',
    bvn: '22222222222',
  })
  const account = reservation.type === 'reserved' ? reservation.accounts[0] : undefined
  const deposit = (
    await post('/simulators/inflow', { account_number: account?.accountNumber, amount: '1500.50' })
  ).json()
  expect((await listDepositReferences!('VA-9'))?.references).toEqual([deposit.reference])
  expect(await getDeposit!(deposit.reference)).toMatchObject({
    type: 'received',
    gatewayReference: deposit.reference,
    accountReference: 'VA-9',
    paidKobo: 150_050n,
    currency: 'NGN',
  })
  await act('pay')
  expect(await gateway.verify(reference)).toMatchObject({ type: 'succeeded' })
  expect(await getDeposit!(opened.gatewayReference ?? '')).toEqual({ type: 'not_found' })
  expect(await getDeposit!('MNFY|none')).toEqual({ type: 'not_found' })
})
