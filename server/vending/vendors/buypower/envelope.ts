import { parseLosslessJson } from '../../../http/lossless-json.ts'
import { fieldsOf, type ResponseFields, textAt } from '../fields.ts'

/** The envelope of every BuyPower response. */
export interface BuyPowerEnvelope {
  readonly root: ResponseFields
  /** `responseCode`, similar to an HTTP status; the HTTP status when absent. */
  readonly code: number
  readonly message: string
  /** Success, from `status` or `error`; null when both are absent. */
  readonly ok: boolean | null
  /** Still in progress by either code, or the message requests a requery. */
  readonly isInProgress: boolean
}

/** Returns null when the body is not a JSON object. */
export function parseBuyPowerEnvelope({
  status,
  text,
}: {
  status: number
  text: string
}): BuyPowerEnvelope | null {
  const body = parseLosslessJson(text)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? envelopeFrom(fieldsOf(body), status) : null
}

/**
 * Codes below 200 are not HTTP statuses but BuyPower's own codes, of which only 100 is known.
 * @param status the HTTP status
 */
export function envelopeFrom(root: ResponseFields, status: number): BuyPowerEnvelope {
  const responseCode = root.get('responsecode')
  const code = typeof responseCode === 'number' && responseCode >= 200 ? responseCode : status
  const message = textAt(root, 'message', 'responsemessage') ?? ''
  const [success, error] = [root.get('status'), root.get('error')]
  return {
    root,
    code,
    message,
    ok: typeof success === 'boolean' ? success : typeof error === 'boolean' ? !error : null,
    isInProgress: isInProgressCode(code) || isInProgressCode(status) || /requery/i.test(message),
  }
}

const isInProgressCode = (code: number) => code === 201 || code === 202 || code === 409 || code >= 500
