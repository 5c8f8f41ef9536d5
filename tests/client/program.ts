import createClient from 'openapi-fetch'
import type { paths } from './generated/api.ts'

/**
 * A program written from the API document alone: it signs in, buys electricity from its wallet and
 * reads its account; as a guest it follows an order by the order's access token. Prints what it learnt as JSON.
 */
const [baseUrl = '', email = '', password = ''] = process.argv.slice(2)
const guest = createClient<paths>({ baseUrl: `${baseUrl}/api/v1` })

const signedIn = await guest.POST('/auth/login', { body: { email, password } })
const sessionToken = signedIn.data?.data.api_token
if (!sessionToken) throw new Error(`Not signed in: ${signedIn.error?.code}`)
const user = createClient<paths>({
  baseUrl: `${baseUrl}/api/v1`,
  headers: { authorization: `Bearer ${sessionToken}` },
})

const meter = { meter_type: 'prepaid', meter_disco: 'ikeja', phone_number: '08031234567' } as const
const quote = await user.POST('/services/electricity/get-meter-info', {
  body: { ...meter, meter_number: '11000000091', amount: 2000 },
})
if (!quote.data) throw new Error(`No quote: ${quote.error.code} ${quote.error.message}`)
const { order_reference, access_token, total_amount } = quote.data.data

const paid = await user.POST('/payments/initiate', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: { order_reference, amount: total_amount, payment_for: 'electricity', payment_method: 'WALLET' },
})
if (!paid.data) throw new Error(`Not paid: ${paid.error.code} ${paid.error.message}`)

const timeoutAt = Date.now() + 30_000
let processed = await user.POST('/services/electricity/process-subscription', {
  body: { serviceId: order_reference },
})
while (processed.response.status === 202 && Date.now() < timeoutAt)
  processed = await user.POST('/services/electricity/process-subscription', {
    body: { serviceId: order_reference },
  })

const order = await user.GET('/services/electricity/transaction/{accessToken}/order/{serviceId}/details', {
  params: { path: { accessToken: access_token, serviceId: order_reference } },
})
const profile = await user.GET('/account/user/profile')
const balance = await user.GET('/account/user/wallet/balance')

const strange = await guest.POST('/services/electricity/get-meter-info', {
  body: { ...meter, meter_number: '11000000081', amount: 1500.5 },
})
if (!strange.data) throw new Error(`No quote: ${strange.error.code}`)
const path = { reference: strange.data.data.order_reference }
const owned = await guest.GET('/orders/{reference}/state', {
  params: { path, query: { access_token: strange.data.data.access_token } },
})
const foreign = await guest.GET('/orders/{reference}/state', { params: { path } })
const registered = await guest.POST('/auth/register', {
  body: {
    is_company: false,
    name: 'Bola Ade',
    email: 'bola.ade@example.com',
    phone: '08031234569',
    terms: true,
    password: 'Correct-Horse-1',
  },
})

console.log(
  JSON.stringify({
    cookie: signedIn.response.headers.get('set-cookie'),
    token: order.data?.data.token,
    profile: profile.data?.data,
    balance: balance.data?.data.balance,
    ownState: owned.data?.data.state,
    foreignCode: foreign.error?.code,
    registered: registered.data?.status,
  }),
)
