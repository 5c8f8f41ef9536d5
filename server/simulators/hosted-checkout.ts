import express, { type Request, Router } from 'express'
import { type HostedBrand, type HostedPayment, hostedPage, type ListedCard } from './hosted-page.ts'
import type { CheckoutResult, SimulatorContext } from './provider.ts'
import { sendText } from './wire.ts'

/** A customer's choice on a hosted page. */
export interface CheckoutChoice {
  readonly decline: boolean
  readonly cancel?: boolean | undefined
  readonly card?: string | undefined
  /** The gateway's name of the payment method. */
  readonly channel?: string | undefined
}

/** A gateway's hosted checkout, identified by the code in its URL. */
export interface HostedGateway {
  readonly brand: HostedBrand
  find(code: string): HostedPayment | undefined
  /** Performs the choice; only called with codes that `find` returns. */
  completeCheckout(code: string, choice: CheckoutChoice): CheckoutResult
}

/** Routes of the hosted page: displays a payment and processes the form. */
export function hostedCheckout(
  context: SimulatorContext,
  { brand, find, completeCheckout }: HostedGateway,
): Router {
  const page = Router()
  page.use(express.urlencoded({ extended: false, limit: '20kb' }))

  page.get('/:code', (req, res) => {
    const payment = find(req.params.code)
    const markup = hostedPage(payment ? { brand, payment } : null)
    return sendText(context, res, payment ? 200 : 404, markup.text, 'html')
  })

  page.post('/:code', async (req, res) => {
    if (!find(req.params.code)) return sendText(context, res, 404, hostedPage(null).text, 'html')
    const form = formFieldsOf(req)
    const result = completeCheckout(req.params.code, {
      decline: form.do === 'decline',
      cancel: form.do === 'cancel',
      card: form.test_card || form.card_number,
      channel: form.channel,
    })
    await context.journal.waitUntilWritten()
    if (result.type === 'done' && result.callbackUrl) return res.redirect(303, result.callbackUrl)
    const payment = find(req.params.code)
    const note = result.type === 'rejected' ? result.message : null
    const markup = hostedPage(payment ? { brand, payment, note, cardNumber: form.card_number } : null)
    return sendText(context, res, result.type === 'rejected' ? 422 : 200, markup.text, 'html')
  })

  return page
}

function formFieldsOf(req: Request): Record<string, string | undefined> {
  const form: unknown = req.body
  if (typeof form !== 'object' || form === null) return {}
  return Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'))
}

/** Error text for a number that is not a test card. */
export const notATestCard = 'That is not one of the test cards. Please choose one of the list.'

/** The test card with a typed number, ignoring spaces and dashes; null when unknown. */
export function findCard<C extends ListedCard>(cards: readonly C[], input: string): C | null {
  const number = input.replace(/[\s-]/g, '')
  return cards.find((card) => card.number === number) ?? null
}
