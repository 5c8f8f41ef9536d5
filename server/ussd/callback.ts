import metadata from 'libphonenumber-js/max/metadata'
import { z } from 'zod'
import { isActive } from '../../shared/constants.ts'
import { isNigerianPhone } from '../../shared/phone.ts'
import { userOfPhone } from '../accounts/index.ts'
import {
  ApiError,
  type ProviderCallbacks,
  providerCallback,
  type Webhook,
  type WebhookRequest,
} from '../http/index.ts'
import { inLanguage } from '../languages/index.ts'
import { languageOfPhone } from '../outbox/index.ts'
import type { UssdCaller, UssdDeps } from './deps.ts'
import { handleRequest } from './dial.ts'
import { screenTextOf } from './render.ts'
import { endUssdSession } from './result.ts'
import { endsSession, type ScreenView } from './screen.ts'
import { ussdTexts } from './texts.ts'
import { tokenLines } from './tokens.ts'

/** Fields of Africa's Talking's callback. Source: its documentation, "Handle USSD sessions" */
const Fields = z.object({
  sessionId: z.string().regex(/^[\w.:-]{1,100}$/),
  phoneNumber: z.string().regex(/^\+\d{8,15}$/),
  networkCode: z.string().max(20).default(''),
  text: z.string().default(''),
})
type Fields = z.infer<typeof Fields>

/** The USSD menu at `/webhooks/africastalking/{secret}/ussd`: text that starts with `CON` or `END`. */
export const ussdWebhook = (deps: UssdDeps, callbacks: ProviderCallbacks): Webhook =>
  providerCallback(callbacks, { provider: 'africastalking', name: 'ussd' }, async (form, request) => {
    const fields = Fields.safeParse(form)
    if (!fields.success) return { httpStatus: 400, text: 'Bad request' }
    const language = await languageOfPhone(deps.db, fields.data.phoneNumber)
    return { httpStatus: 200, text: await inLanguage(language, () => respond(deps, fields.data, request)) }
  })

/** The response to a valid request. Every failure ends the session with a sentence. */
async function respond(deps: UssdDeps, fields: Fields, { requestId, log }: WebhookRequest): Promise<string> {
  const { phoneNumber: phone, networkCode } = fields
  const endWith = (text: string) => responseText(endUssdSession(text), deps.brandName)
  try {
    if (!isActive(await deps.settings.get('ussd_status')))
      return endWith(ussdTexts.paused({ brand: deps.brandName }))
    if (!isNigerianPhone(phone, metadata)) return endWith(ussdTexts.foreignPhone())
    await deps.limits.consume('ussd_phone', phone)
    const account = await userOfPhone(deps, phone)
    const dialer: UssdCaller = { phone, networkCode, account, requestId, log }
    const answerResult = await handleRequest(deps, dialer, fields)
    const tokens =
      answerResult.screen.name === 'tokens'
        ? await tokenLines(deps, dialer, answerResult.screen.meter)
        : undefined
    // The session may have changed the language of the phone.
    const language = await languageOfPhone(deps.db, phone)
    return await inLanguage(language, () => responseText(answerResult, deps.brandName, tokens))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'TOO_MANY')
      return endWith(ussdTexts.tooMany({ ussd: deps.ussdCode }))
    log.error({ err: error }, 'USSD request failed')
    return endWith(ussdTexts.failed({ ussd: deps.ussdCode }))
  }
}

const responseText = (view: ScreenView, brand: string, tokens?: readonly string[]): string =>
  `${endsSession(view.screen) ? 'END' : 'CON'} ${screenTextOf(view, brand, tokens)}`
