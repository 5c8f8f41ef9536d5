import { randomUUID } from 'node:crypto'
import type { SimulatorContext } from '../provider.ts'

/** The secret that the application expects in simulated mode. */
const callbackSecret = 'simulated-africastalking-callback'
export const serviceCode = '*347*80#'
/** The shortcode that receives SMS. */
const smsNumber = '34780'
/** The gateway ends a session when the application has not responded by then. */
const responseTimeoutMs = 10_000

/** Networks with their codes, as the gateway reports them. */
export const networks = { 62130: 'MTN', 62120: 'Airtel', 62150: 'Glo', 62160: '9mobile' } as const

export interface UssdSession {
  readonly sessionId: string
  /** E.164 */
  readonly phone: string
  readonly network: string
  /** All inputs so far, joined by `*`. */
  readonly text: string
}

export const newSession = (phone: string, network: string): UssdSession => ({
  sessionId: `ATUid_${randomUUID()}`,
  phone,
  network,
  text: '',
})

/** The session with one more input: the text is cumulative. */
export const withInput = (session: UssdSession, input: string): UssdSession => ({
  ...session,
  text: session.text === '' ? input : `${session.text}*${input}`,
})

export interface UssdScreen {
  readonly isOpen: boolean
  readonly text: string
}

/**
 * Sends a session's text to the application, as Africa's Talking does. A response that does not start with CON or END,
 * an HTTP error or none ends the session. Source: Africa's Talking documentation, "Handle USSD sessions"
 */
export async function sendUssd(context: SimulatorContext, session: UssdSession): Promise<UssdScreen> {
  const responseText = await post(context, 'ussd', {
    sessionId: session.sessionId,
    serviceCode,
    phoneNumber: session.phone,
    networkCode: session.network,
    text: session.text,
  }).catch(() => null)
  const [, kind, text = ''] = /^(CON|END) ([\s\S]*)$/.exec(responseText ?? '') ?? []
  return kind
    ? { isOpen: kind === 'CON', text }
    : { isOpen: false, text: 'Connection problem or invalid MMI code.' }
}

/** Delivers an SMS of a phone to the application. @returns false when it was not accepted */
export async function deliverSms(
  context: SimulatorContext,
  { phone, text }: { phone: string; text: string },
): Promise<boolean> {
  const form = {
    from: phone,
    to: smsNumber,
    text,
    date: new Date().toISOString(),
    id: randomUUID(),
    linkId: '',
  }
  return (await post(context, 'sms', form).catch(() => null)) !== null
}

/** @returns the response's text; null for an HTTP error */
async function post(
  { settings }: SimulatorContext,
  name: 'ussd' | 'sms',
  form: Record<string, string>,
): Promise<string | null> {
  const path = `/api/v1/webhooks/africastalking/${callbackSecret}/${name}`
  const response = await fetch(new URL(path, settings.appUrl), {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  const text = await response.text()
  return response.ok ? text : null
}
