import express, { type Request, Router } from 'express'
import { type HostedBrand, type HostedPayment, hostedPage, type ListedCard } from './hosted-page.ts'
import type { CheckoutEnd, Ground } from './party.ts'
import { answerText } from './wire.ts'

/** What somebody does at a hosted page. */
export interface Choice {
  readonly decline: boolean
  readonly cancel?: boolean | undefined
  readonly card?: string | undefined
  /** The gateway's own name for a way to pay. */
  readonly channel?: string | undefined
}

/** A gateway's hosted checkout, by the code in its address. */
export interface HostedGateway {
  readonly brand: HostedBrand
  find(code: string): HostedPayment | undefined
  /** Does what was chosen; only asked about codes that `find` knows. */
  settle(code: string, choice: Choice): CheckoutEnd
}

/** The hosted page: shows a payment, and takes what its buttons send. */
export function hostedCheckout(ground: Ground, { brand, find, settle }: HostedGateway): Router {
  const page = Router()
  page.use(express.urlencoded({ extended: false, limit: '20kb' }))

  page.get('/:code', (req, res) => {
    const payment = find(req.params.code)
    const shown = hostedPage(payment ? { brand, payment } : null)
    return answerText(ground, res, payment ? 200 : 404, shown.text, 'html')
  })

  page.post('/:code', async (req, res) => {
    if (!find(req.params.code)) return answerText(ground, res, 404, hostedPage(null).text, 'html')
    const form = fields(req)
    const end = settle(req.params.code, {
      decline: form.do === 'decline',
      cancel: form.do === 'cancel',
      card: form.test_card || form.card_number,
      channel: form.channel,
    })
    await ground.journal.durable()
    if (end.is === 'done' && end.callbackUrl) return res.redirect(303, end.callbackUrl)
    const payment = find(req.params.code)
    const note = end.is === 'refused' ? end.says : null
    const shown = hostedPage(payment ? { brand, payment, note, typed: form.card_number } : null)
    return answerText(ground, res, end.is === 'refused' ? 422 : 200, shown.text, 'html')
  })

  return page
}

function fields(req: Request): Record<string, string | undefined> {
  const form: unknown = req.body
  if (typeof form !== 'object' || form === null) return {}
  return Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string'))
}

/** What is said to somebody who typed any other number. */
export const notATestCard = 'That is not one of the test cards. Please choose one of the list.'

/** The test card of a typed number, blanks and dashes ignored; null when it is none. */
export function cardIn<C extends ListedCard>(cards: readonly C[], typed: string): C | null {
  const number = typed.replace(/[\s-]/g, '')
  return cards.find((card) => card.number === number) ?? null
}
