import { readJson } from '../../../http/exact-json.ts'
import { type Fields, fieldsOf, textAt } from '../fields.ts'

/** What every answer of theirs is wrapped in. */
export interface Envelope {
  readonly root: Fields
  /** Their `responseCode`, which is like an HTTP status, or that of the wire where they say none. */
  readonly code: number
  readonly message: string
  /** What they say in either of two ways; null where they say neither. */
  readonly ok: boolean | null
  /** It has not ended yet by either code, or they ask for a requery. */
  readonly isOpen: boolean
}

/** Null for what is no JSON object. */
export function envelopeOf({ status, text }: { status: number; text: string }): Envelope | null {
  const body = readJson(text)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? envelopeFrom(fieldsOf(body), status) : null
}

/**
 * Codes below 200 belong to the inner numbering, of which 100 is all that is known.
 * @param status of the wire
 */
export function envelopeFrom(root: Fields, status: number): Envelope {
  const said = root.get('responsecode')
  const code = typeof said === 'number' && said >= 200 ? said : status
  const message = textAt(root, 'message', 'responsemessage') ?? ''
  const [good, bad] = [root.get('status'), root.get('error')]
  return {
    root,
    code,
    message,
    ok: typeof good === 'boolean' ? good : typeof bad === 'boolean' ? !bad : null,
    isOpen: isOpenCode(code) || isOpenCode(status) || /requery/i.test(message),
  }
}

const isOpenCode = (code: number) => code === 201 || code === 202 || code === 409 || code >= 500
