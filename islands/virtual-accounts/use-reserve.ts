import { useEffect, useRef, useState } from 'react'
import type { Beneficiary } from '../../shared/beneficiaries.ts'
import {
  getReservationTerms,
  type ReservationTerms,
  reserveAccount,
  verifyBvn,
} from '../../shared/virtual-accounts.ts'
import { askAccount } from '../account/ask-account.ts'
import { ApiError, list, noAnswerText, toast } from '../lib/index.ts'
import { go } from '../purchase/go.ts'

/** The page is loaded again this long after an account was reserved. Source: specification 2, section 9 */
export const reloadMs = 3_000
/** So often a bank that still makes the account is asked again. */
const asks = { every: 3_000, times: 10 }

/** The kind in the words of the call. Source: decision E-029 */
const kindOf = {
  power: 'meter_number',
  'cable-tv': 'smartcard_number',
  airtime: 'airtime',
  'vtu-data': 'vtu-data',
} as const

export interface Owner {
  customer_bvn: string
  bank_code: string
  account_number: string
}

/** Proving who somebody is, then reserving an account for one of their numbers. */
export function useReserve(it: Beneficiary) {
  const [terms, setTerms] = useState<ReservationTerms | null | 'asking'>('asking')
  const [name, setName] = useState<string | null>(null)
  const [is, setIs] = useState<'idle' | 'verifying' | 'reserving' | 'done'>('idle')
  const [message, setMessage] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const busy = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    let wanted = true
    list(getReservationTerms).then((found) => {
      if (!wanted) return
      setTerms(found)
      setName(found?.bvn ? found.bvn_account_name : null)
    })
    return () => {
      wanted = false
      clearTimeout(timer.current)
    }
  }, [])

  /** One step at a time; what is refused is told in a toast and beside the form. */
  async function step(doing: 'verifying' | 'reserving', work: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setIs(doing)
    setRefusal(null)
    setMessage(null)
    try {
      await work()
    } catch (error) {
      setRefusal(error instanceof ApiError ? firstOf(error) : noAnswerText)
    }
    busy.current = false
    setIs((was) => (was === 'done' ? was : 'idle'))
  }

  const verify = (body: Owner) =>
    step('verifying', async () => {
      const envelope = await askAccount(verifyBvn, { body, everyField: false })
      if (envelope?.data) setName(envelope.data.account_name)
    })

  const reserve = () =>
    step('reserving', async () => {
      for (let at = 0; at < asks.times; at++) {
        const envelope = await askAccount(reserveAccount, {
          body: { beneficiary_id: it.uniqueid, beneficiary: kindOf[it.beneficiary_type] },
          everyField: false,
        })
        if (!envelope) return
        setMessage(envelope.message)
        if (envelope.status !== 'pending') {
          toast.success(envelope.message || 'Your account is reserved.')
          setIs('done')
          timer.current = setTimeout(go.again, reloadMs)
          return
        }
        await new Promise((resolve) => setTimeout(resolve, asks.every))
      }
    })

  return { terms, name, is, message, refusal, verify, reserve }
}

const firstOf = (error: ApiError) => Object.values(error.errors)[0]?.[0] ?? error.message
