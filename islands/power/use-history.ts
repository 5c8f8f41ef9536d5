import { useState } from 'react'
import type { FieldErrors } from '../../shared/contract.ts'
import { type PowerRecord, powerHistory } from '../../shared/power.ts'
import { ApiError, ask, normalisePhone, toast } from '../lib/index.ts'
import type { PowerHistory } from '../pages.ts'
import { cleanNumber } from '../purchase/form-rules.ts'

const failed = 'Transaction records could not retrieved.'

export interface Records {
  isAsking: boolean
  /** Null until asked, and after 'Close Records'. */
  found: PowerRecord[] | null
  message: string | null
  errors: FieldErrors
  ask: (values: PowerHistory['values']) => Promise<void>
  close: () => void
}

/** Past purchases of a meter. `first` is what the server answered to a form posted without script. */
export function useHistory(first: Pick<PowerHistory, 'records' | 'message' | 'errors'>): Records {
  const [isAsking, setIsAsking] = useState(false)
  const [answer, setAnswer] = useState({ found: first.records, message: first.message, errors: first.errors })

  async function askFor({ meter_number, phone_number }: PowerHistory['values']) {
    setIsAsking(true)
    try {
      const body = { meter_number: cleanNumber(meter_number), phone_number: normalisePhone(phone_number) }
      const envelope = await ask(powerHistory, { body, quiet: true })
      // Undefined: the session had ended. That is told nowhere.
      if (envelope && !Array.isArray(envelope.data)) throw new ApiError(failed)
      setAnswer({ found: envelope?.data ?? null, message: null, errors: {} })
    } catch (error) {
      toast.error(failed)
      setAnswer({ found: null, message: failed, errors: error instanceof ApiError ? error.errors : {} })
    }
    setIsAsking(false)
  }

  const close = () => setAnswer({ found: null, message: null, errors: {} })
  return { ...answer, isAsking, ask: askFor, close }
}
