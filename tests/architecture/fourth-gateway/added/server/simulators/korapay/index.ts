import { createHmac, randomUUID } from 'node:crypto'
import express, { Router } from 'express'
import { z } from 'zod'
import { koboOf } from '../../../shared/money.ts'
import { hostedCheckout } from '../hosted-checkout.ts'
import type { CheckoutResult, Provider, SimulatorContext, TransactionRecord } from '../provider.ts'
import { createWebhooks, webhookBehaviours } from '../webhooks.ts'
import { sendJson } from '../wire.ts'

const secretKey = 'sk_test_simulated_korapay'

const Request = z.object({
  amount: z.number().positive(),
  currency: z.literal('NGN'),
  reference: z.string().min(8),
  redirect_url: z.url(),
  channels: z.array(z.enum(['card', 'bank_transfer'])).min(1),
  customer: z.object({ email: z.email() }),
  metadata: z.object({ order_reference: z.string() }),
})

interface Payment extends z.infer<typeof Request> {
  code: string
  status: 'processing' | 'success' | 'failed'
  at: string
}

const kobo = (naira: number) => Number(koboOf(naira))
const successCard = { number: '4084127883172787', label: 'Success' }

/** Korapay: initialise and verify a charge, hosted checkout, signed webhooks. Source: its documentation. */
export function korapayProviders(context: SimulatorContext): Provider[] {
  const payments = new Map<string, Payment>()
  const webhooks = createWebhooks(context, {
    provider: 'korapay',
    path: '/api/v1/webhooks/korapay',
    faults: context.faults.declare('korapay', webhookBehaviours),
    sign(body, forged) {
      const hmac = createHmac('sha256', forged ? 'another-key' : secretKey)
      return { 'x-korapay-signature': hmac.update(JSON.stringify(JSON.parse(body).data)).digest('hex') }
    },
  })
  const byCode = (code: string) => [...payments.values()].find((payment) => payment.code === code)

  function record(payment: Payment) {
    payments.set(payment.reference, payment)
    context.journal.append('korapay', payment)
  }

  function completeCheckout(payment: Payment, isDeclined: boolean): CheckoutResult {
    if (payment.status === 'processing') {
      const status = isDeclined ? 'failed' : 'success'
      record({ ...payment, status, at: new Date().toISOString() })
      const { reference, amount, currency } = payment
      const data = { reference, amount, currency, fee: 0, status }
      webhooks.enqueue({ body: JSON.stringify({ event: `charge.${status}`, data }), reference })
    }
    const callback = new URL(payment.redirect_url)
    callback.searchParams.set('reference', payment.reference)
    return { type: 'done', status: isDeclined ? 'failed' : 'success', callbackUrl: callback.href }
  }

  const api = Router()
  api.use(express.json())
  api.use((req, res, next) =>
    req.get('authorization') === `Bearer ${secretKey}`
      ? next()
      : sendJson(context, res, 401, { status: false, message: 'Unauthorized' }),
  )
  api.post('/charges/initialize', (req, res) => {
    const { data: request } = Request.safeParse(req.body)
    if (!request) return sendJson(context, res, 400, { status: false, message: 'Invalid request data' })
    if (payments.has(request.reference))
      return sendJson(context, res, 409, { status: false, message: 'Duplicate payment reference' })
    const payment: Payment = { ...request, code: randomUUID(), status: 'processing', at: '' }
    record(payment)
    const checkout_url = `${context.url()}/simulators/checkout/korapay/${payment.code}`
    const data = { reference: payment.reference, checkout_url }
    return sendJson(context, res, 200, { status: true, message: 'Charge created successfully', data })
  })
  api.get('/charges/:reference', (req, res) => {
    const payment = payments.get(req.params.reference)
    if (!payment) return sendJson(context, res, 404, { status: false, message: 'Charge not found' })
    const { reference, status, currency, amount, channels } = payment
    const data = {
      reference,
      status,
      currency,
      amount: String(amount),
      amount_paid: status === 'success' ? String(amount) : null,
      fee: 0,
      payment_method: channels[0],
      transaction_date: payment.at,
    }
    return sendJson(context, res, 200, { status: true, message: 'Charge retrieved successfully', data })
  })

  const checkout = hostedCheckout(context, {
    brand: { name: 'Korapay', bank: 'Test bank', cards: [successCard] },
    find(code) {
      const payment = byCode(code)
      return payment && hostedPayment(payment)
    },
    completeCheckout: (code, choice) => completeCheckout(byCode(code)!, choice.decline),
  })

  return [
    {
      name: 'korapay',
      api: Router().use('/merchant/api/v1', api),
      checkout,
      replay: (event) => void payments.set((event as Payment).reference, event as Payment),
      reset: () => payments.clear(),
      records: () => ({ captures: [...payments.values()].flatMap(captured), refunds: [], deliveries: [] }),
      visit({ reference = '', accessCode = '', decline }) {
        const payment = payments.get(reference) ?? byCode(accessCode)
        return payment ? completeCheckout(payment, decline) : null
      },
    },
    {
      name: 'korapay.hooks',
      replay: (event) => webhooks.replay(event),
      resume: () => webhooks.resume(),
      reset: () => webhooks.reset(),
    },
  ]
}

const captured = (payment: Payment): TransactionRecord[] =>
  payment.status === 'success'
    ? [
        {
          party: 'korapay',
          reference: payment.reference,
          orderReference: payment.metadata.order_reference,
          amountKobo: kobo(payment.amount),
          currency: payment.currency,
          at: payment.at,
        },
      ]
    : []

const hostedPayment = (payment: Payment) => ({
  reference: payment.reference,
  amountKobo: kobo(payment.amount),
  email: payment.customer.email,
  channels: payment.channels.map(
    (name) => ({ name, method: name === 'card' ? 'card' : 'transfer' }) as const,
  ),
  digits: '1234567890',
  resultText: payment.status === 'processing' ? null : `This payment is ${payment.status}.`,
  returnUrl: payment.redirect_url,
})
