import { useState } from 'react'
import type { FieldErrors } from '../../shared/contract.ts'
import type { PowerRecord } from '../../shared/power.ts'
import { normalisePhone, RequestError, request, toast } from '../lib/index.ts'
import type { PowerHistory } from '../pages.ts'
import { removeSeparators } from '../purchase/form-rules.ts'
import { postWithoutScript } from '../purchase/post-without-script.ts'
import { powerTexts } from './texts.ts'
import { loadPowerContract } from './values.ts'

export interface Records {
  isLoading: boolean
  /** Null before the first search, and after 'Close Records'. */
  list: PowerRecord[] | null
  message: string | null
  errors: FieldErrors
  /** @param form is posted without JavaScript when the contract cannot be loaded */
  search: (values: PowerHistory['values'], form: HTMLFormElement) => Promise<void>
  close: () => void
}

/** Past purchases of a meter. `initial` is the server's response to a form posted without JavaScript. */
export function useHistory(initial: Pick<PowerHistory, 'records' | 'message' | 'errors'>): Records {
  const [isLoading, setIsLoading] = useState(false)
  const [result, setResult] = useState({
    list: initial.records,
    message: initial.message,
    errors: initial.errors,
  })

  async function search({ meter_number, phone_number }: PowerHistory['values'], form: HTMLFormElement) {
    setIsLoading(true)
    try {
      const body = {
        meter_number: removeSeparators(meter_number),
        phone_number: normalisePhone(phone_number),
      }
      const { getPowerHistory } = await loadPowerContract().catch(() => postWithoutScript(form))
      const envelope = await request(getPowerHistory, { body, quiet: true })
      // Undefined: the session has ended. No message is shown.
      if (envelope && !Array.isArray(envelope.data)) throw new RequestError(powerTexts.failedHistory())
      setResult({ list: envelope?.data ?? null, message: null, errors: {} })
    } catch (error) {
      const message = powerTexts.failedHistory()
      toast.error(message)
      setResult({
        list: null,
        message,
        errors: error instanceof RequestError ? error.errors : {},
      })
    }
    setIsLoading(false)
  }

  const close = () => setResult({ list: null, message: null, errors: {} })
  return { ...result, isLoading, search, close }
}
