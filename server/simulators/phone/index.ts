import express, { Router } from 'express'
import { z } from 'zod'
import { allowLoopbackOnly } from '../loopback-only.ts'
import type { Message, SimulatorContext } from '../provider.ts'
import { sendText } from '../wire.ts'
import { deliverSms, newSession, sendUssd, withInput } from './gateway.ts'
import { type PhoneView, phonePage } from './page.ts'

const defaultPhone = '08030000004'
const defaultNetwork = '62130'
/** Number of newest messages shown. */
const inboxSize = 20

const Phone = z
  .string()
  .trim()
  .regex(/^0\d{10}$/, 'A number has 11 digits and starts with 0, for example 08030000001.')
const Network = z.string().regex(/^\d{5}$/)
const Owner = z.object({ phone: Phone, network: Network })
const Step = Owner.extend({
  session: z.string().max(100).optional(),
  text: z.string().max(20_000).default(''),
  input: z.string().max(10_000).default(''),
})
const Sms = Owner.extend({ message: z.string().max(1_000) })

const internationalOf = (phone: string): string => phone.replace(/^0/, '+234')

/**
 * A phone at `/simulators/phone`: dials the USSD code, replies to its screens, sends SMS and shows the received ones. The page has
 * the whole state of a session in its form, as the gateway's requests have.
 * @param allSms every SMS that the providers delivered
 */
export function phoneRoutes(context: SimulatorContext, allSms: () => readonly Message[]): Router {
  const routes = Router()
  const inboxOf = (phone: string): Message[] =>
    allSms()
      .filter(({ to }) => to === internationalOf(phone).slice(1))
      .slice(-inboxSize)
      .reverse()
  const view = (change: Partial<PhoneView>): PhoneView => {
    const { phone = defaultPhone } = change
    return { network: defaultNetwork, ussd: null, error: null, inbox: inboxOf(phone), ...change, phone }
  }
  const page = (change: Partial<PhoneView>) => phonePage(view(change)).text

  routes.use(allowLoopbackOnly)
  routes.use(express.urlencoded({ extended: false, limit: '50kb' }))

  routes.get('/', (req, res) => {
    const owner = Owner.partial().safeParse(req.query)
    return sendText(context, res, 200, page(definedOf(owner.data ?? {})), 'html')
  })

  routes.post('/', async (req, res) => {
    const step = Step.safeParse(req.body)
    if (!step.success) return sendText(context, res, 422, page({ error: reasonOf(step.error) }), 'html')
    const { phone, network, session: sessionId, text, input } = step.data
    const dialled = newSession(internationalOf(phone), network)
    const session = sessionId ? withInput({ ...dialled, sessionId, text }, input) : dialled
    const screen = await sendUssd(context, session)
    return sendText(context, res, 200, page({ phone, network, ussd: { session, screen } }), 'html')
  })

  routes.post('/sms', async (req, res) => {
    const sms = Sms.safeParse(req.body)
    if (!sms.success) return sendText(context, res, 422, page({ error: reasonOf(sms.error) }), 'html')
    const { phone, network, message } = sms.data
    if (await deliverSms(context, { phone: internationalOf(phone), text: message }))
      return res.redirect(303, `/simulators/phone?phone=${phone}&network=${network}#inbox`)
    const error = 'The service did not accept the SMS.'
    return sendText(context, res, 502, page({ phone, network, error }), 'html')
  })

  return routes
}

const reasonOf = (error: z.ZodError): string => error.issues[0]?.message ?? 'The form is not complete.'

/** Without absent values, which a default replaces. */
const definedOf = ({ phone, network }: { phone?: string | undefined; network?: string | undefined }) => ({
  ...(phone !== undefined && { phone }),
  ...(network !== undefined && { network }),
})
