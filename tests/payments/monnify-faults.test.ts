import { expect, test } from 'vitest'
import { monnify } from '../../server/payments/gateways/monnify/index.ts'
import type { PaymentMethod } from '../../shared/payments.ts'
import { simulators } from '../simulators/house.ts'

const keys = {
  apiKey: 'MK_TEST_simulated',
  secretKey: 'simulated-monnify-secret',
  contractCode: '1234567890',
}
const short = { readMs: 600, openMs: 600, refundMs: 600 }

let made = 0
const nextName = () => `SW-${process.pid}-${++made}`

/** A Monnify, the adapter that asks it, and a checkout of ₦5,100 opened there. */
async function startOpened(method: PaymentMethod = 'CARD') {
  const house = await simulators()
  const gateway = monnify({ url: `${house.url}/monnify`, ...keys }, short)
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
  const opened = await gateway.open(request)
  if (opened.is !== 'opened') throw new Error(opened.because)
  const presses = (what: 'pay' | 'decline' | 'cancel', card = '4111111111111111') =>
    fetch(opened.checkoutUrl, {
      method: 'POST',
      body: new URLSearchParams({ card_number: card, do: what }),
      redirect: 'manual',
    })
  const { reference } = request
  return { ...house, gateway, request, reference, opened, presses }
}

async function startPaid() {
  const it = await startOpened()
  await it.presses('pay')
  const paid = await it.gateway.verify(it.reference)
  if (paid.is !== 'succeeded') throw new Error(paid.is)
  const of = { paymentReference: it.reference, gatewayReference: paid.gatewayReference }
  const refund = { ...of, refundReference: nextName(), amountKobo: 510_000n, currency: 'NGN', reason: 'x' }
  return { ...it, paid, of, refund }
}

test('a checkout that was paid verifies in kobo with its card, and leads back with our reference', async () => {
  const { gateway, reference, opened, presses } = await startOpened()
  expect(await gateway.verify(reference)).toEqual({ is: 'pending', because: 'abandoned' })
  const back = await presses('pay')
  expect(back.headers.get('location')).toBe(
    `http://localhost:3000/payments/callback/monnify?n=1&paymentReference=${reference}`,
  )
  expect(await gateway.verify(reference)).toMatchObject({
    is: 'succeeded',
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
] as const)('%s is told as %s', async (press, because) => {
  const { gateway, reference, presses } = await startOpened()
  await presses(press)
  expect(await gateway.verify(reference)).toEqual({ is: 'failed', because })
})

test.each([
  ['underpaid', { paidKobo: 255_000n }],
  ['overpaid', { paidKobo: 560_000n }],
  ['wrong_currency', { currency: 'USD' }],
])('%s is told as it is', async (behaviour, as) => {
  const { gateway, reference, presses, fault } = await startOpened('ACCOUNT_TRANSFER')
  await fault('monnify', behaviour)
  await presses('pay')
  expect(await gateway.verify(reference)).toMatchObject({ is: 'succeeded', ...as })
})

test.each(['verify_500', 'verify_html', 'verify_pending', 'verify_timeout', 'verify_refused', 'login_500'])(
  '%s leaves a payment pending, and the next answer tells',
  async (behaviour) => {
    const { gateway, reference, presses, fault } = await startOpened()
    await presses('pay')
    await fault('monnify', behaviour)
    if (behaviour === 'login_500') await fault('monnify', 'bearer_forgotten')
    expect(await gateway.verify(reference)).toMatchObject({ is: 'pending' })
    expect(await gateway.verify(reference)).toMatchObject({ is: 'succeeded' })
  },
)

test('a bearer that they forgot costs nothing but another login', async () => {
  const { gateway, reference, presses, fault } = await startOpened()
  await presses('pay')
  await fault('monnify', 'bearer_forgotten')
  expect(await gateway.verify(reference)).toMatchObject({ is: 'succeeded' })
})

test('a checkout whose answer broke may exist, and one that was refused does not', async () => {
  const { gateway, request, fault } = await startOpened()
  await fault('monnify', 'initialize_timeout')
  const lost = { ...request, reference: nextName() }
  expect(await gateway.open(lost)).toEqual({ is: 'unknown', because: 'timeout' })
  expect(await gateway.open(lost)).toEqual({ is: 'unknown', because: 'duplicate' })
  expect(await gateway.verify(lost.reference)).toEqual({ is: 'pending', because: 'abandoned' })
  await fault('monnify', 'initialize_500')
  expect(await gateway.open({ ...request, reference: nextName() })).toMatchObject({ is: 'unknown' })
  await fault('monnify', 'initialize_refused')
  const refused = { ...request, reference: nextName() }
  expect(await gateway.open(refused)).toEqual({ is: 'refused', because: 'rejected' })
  expect(await gateway.verify(refused.reference)).toEqual({ is: 'not_found' })
})

test('a refund goes under our name: found by it, and never made twice', async () => {
  const { gateway, refund, truth } = await startPaid()
  expect(await gateway.findRefunds(refund)).toEqual([])
  expect(await gateway.refund(refund)).toEqual({
    is: 'accepted',
    refundId: refund.refundReference,
    state: 'pending',
  })
  expect(await gateway.refund(refund)).toMatchObject({ is: 'unknown' })
  expect(await gateway.findRefunds(refund)).toMatchObject([
    { ourReference: refund.refundReference, amountKobo: 510_000n },
  ])
  expect(await gateway.refund({ ...refund, refundReference: nextName() })).toMatchObject({ is: 'failed' })
  expect((await truth()).refunds).toHaveLength(1)
})

test.each(['refund_500', 'refund_refused'])('%s refunds nothing yet, and may be asked again', async (it) => {
  const { gateway, refund, fault } = await startPaid()
  await fault('monnify', it)
  expect(await gateway.refund(refund)).toMatchObject({ is: 'unknown' })
  expect(await gateway.findRefunds(refund)).toEqual([])
  expect(await gateway.refund(refund)).toMatchObject({ is: 'accepted' })
})

test('a refund whose answer was lost is found by its name', async () => {
  const { gateway, refund, fault } = await startPaid()
  await fault('monnify', 'refund_timeout_accepted')
  expect(await gateway.refund(refund)).toEqual({ is: 'unknown', because: 'timeout' })
  expect(await gateway.findRefunds(refund)).toMatchObject([{ ourReference: refund.refundReference }])
})

test('a saved card is charged by its token, once for each reference', async () => {
  const { gateway, paid, request, truth, fault } = await startPaid()
  const token = paid.card?.token ?? ''
  const charge = { ...request, reference: nextName(), token }
  expect(await gateway.chargeSaved(charge)).toEqual({ is: 'taken' })
  expect(await gateway.chargeSaved(charge)).toEqual({ is: 'unknown', because: 'duplicate' })
  expect(await gateway.verify(charge.reference)).toMatchObject({ is: 'succeeded', paidKobo: 510_000n })

  await fault('monnify', 'token_declined')
  const declined = { ...charge, reference: nextName() }
  expect(await gateway.chargeSaved(declined)).toEqual({ is: 'taken' })
  expect(await gateway.verify(declined.reference)).toMatchObject({ is: 'failed' })

  await fault('monnify', 'token_timeout')
  const unanswered = { ...charge, reference: nextName() }
  expect(await gateway.chargeSaved(unanswered)).toEqual({ is: 'unknown', because: 'timeout' })
  expect(await gateway.verify(unanswered.reference)).toMatchObject({ is: 'succeeded' })

  await fault('monnify', 'token_lost')
  const lost = { ...charge, reference: nextName() }
  expect(await gateway.chargeSaved(lost)).toEqual({ is: 'unknown', because: 'timeout' })
  expect(await gateway.verify(lost.reference)).toEqual({ is: 'not_found' })

  expect(await gateway.chargeSaved({ ...charge, reference: nextName(), token: 'MNFY_NONE' })).toEqual({
    is: 'refused',
    because: 'card',
  })
  expect((await truth()).captures).toHaveLength(3)
})

const asked = { bankCode: '044', accountNumber: '0123456789', name: 'Ada Okafor' }

test('names of accounts and BVN are answered on the spot, by the documented values', async () => {
  const { gateway, fault } = await startOpened()
  const { banks, resolveAccount, matchBvn } = gateway.banking!
  expect(await banks()).toContainEqual({ name: 'Access Bank', code: '044' })
  expect(await resolveAccount(asked)).toMatchObject({ is: 'found' })
  expect(await resolveAccount({ ...asked, accountNumber: '0123450003' })).toEqual({ is: 'not_found' })
  expect(await resolveAccount({ ...asked, accountNumber: '0123450004' })).toMatchObject({ is: 'unavailable' })

  const match = (bvn: string) => matchBvn!({ ...asked, bvn })
  const named = await resolveAccount(asked)
  expect(await match('22222222222')).toEqual({
    is: 'match',
    accountName: named.is === 'found' && named.name,
  })
  expect(await match('22222220003')).toEqual({ is: 'mismatch' })
  expect(await match('22222220005')).toEqual({ is: 'mismatch' })
  expect(await match('22222220004')).toMatchObject({ is: 'unavailable' })
  for (const behaviour of ['bvn_500', 'bvn_unfunded']) {
    await fault('monnify', behaviour)
    expect(await match('22222222222')).toMatchObject({ is: 'unavailable' })
  }
})

test('one reservation for each reference of ours, however often it is asked for', async () => {
  const { gateway, fault } = await startOpened()
  const { reserve, reservation, release } = gateway.banking!
  const wish = (accountReference: string) => ({
    accountReference,
    accountName: 'ADA OKAFOR',
    customerName: 'ADA OKAFOR',
    customerEmail: 'ada@example.com',
    bvn: '22222222222',
  })
  const first = await reserve!(wish('VA-1'))
  expect(first).toMatchObject({ is: 'reserved', active: true, accounts: [{ accountName: 'ADA OKAFOR' }] })
  expect(await reserve!(wish('VA-1'))).toEqual(first)
  expect(await reservation!('VA-1')).toEqual(first)

  await fault('monnify', 'reserve_timeout')
  expect(await reserve!(wish('VA-2'))).toEqual({ is: 'unknown', because: 'timeout' })
  expect(await reserve!(wish('VA-2'))).toMatchObject({ is: 'reserved' })
  await fault('monnify', 'reserve_pending')
  expect(await reserve!(wish('VA-3'))).toEqual({ is: 'pending' })
  expect(await reservation!('VA-3')).toMatchObject({ is: 'reserved' })
  await fault('monnify', 'reserve_refused')
  expect(await reserve!(wish('VA-4'))).toMatchObject({ is: 'refused' })

  expect(await release!('VA-1')).toBe(true)
  expect(await release!('VA-1')).toBe(true)
  expect(await reservation!('VA-1')).toMatchObject({ is: 'refused' })
})

test('money on a reserved account is confirmed by its reference and listed, and a checkout is none', async () => {
  const { gateway, post, reference, opened, presses } = await startOpened()
  const { reserve, inflow, arrivals } = gateway.banking!
  const made = await reserve!({
    accountReference: 'VA-9',
    accountName: 'ADA OKAFOR',
    customerName: 'ADA OKAFOR',
    customerEmail: 'ada@example.com',
    bvn: '22222222222',
  })
  const account = made.is === 'reserved' ? made.accounts[0] : undefined
  const sent = (
    await post('/simulators/inflow', { account_number: account?.accountNumber, amount: '1500.50' })
  ).json()
  expect(await arrivals!('VA-9')).toEqual([sent.reference])
  expect(await inflow!(sent.reference)).toMatchObject({
    is: 'received',
    gatewayReference: sent.reference,
    accountReference: 'VA-9',
    paidKobo: 150_050n,
    currency: 'NGN',
  })
  await presses('pay')
  expect(await gateway.verify(reference)).toMatchObject({ is: 'succeeded' })
  expect(await inflow!(opened.gatewayReference ?? '')).toEqual({ is: 'not_found' })
  expect(await inflow!('MNFY|none')).toEqual({ is: 'not_found' })
})
