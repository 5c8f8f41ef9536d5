import { useEffect, useRef, useState } from 'react'
import type { Beneficiary } from '../../shared/beneficiaries.ts'
import {
  getVirtualAccountRequirements,
  reserveAccount,
  type VirtualAccountRequirements,
  verifyBvn,
} from '../../shared/virtual-accounts.ts'
import { accountRequest } from '../account/account-request.ts'
import { fetchOrNull, noResponseText, RequestError, toast } from '../lib/index.ts'
import { navigate } from '../purchase/navigate.ts'
import { virtualAccountsTexts } from './texts.ts'

/** Delay between the reservation and the page reload. Source: specification 2, section 9 */
const reloadMs = 3_000
/** Polling while the bank creates the account. */
const polling = { intervalMs: 3_000, maxAttempts: 10 }

/** Value of the request field `beneficiary` for each beneficiary type. Source: ruling E-029 */
const beneficiaryValues = {
  power: 'meter_number',
  'cable-tv': 'smartcard_number',
  airtime: 'airtime',
  'vtu-data': 'vtu-data',
} as const

/** The BVN and the bank account that must belong to the same person. */
export interface BvnVerification {
  customer_bvn: string
  bank_code: string
  account_number: string
}

/** Verifies the user's BVN, then reserves an account for one beneficiary. */
export function useAccountReservation(beneficiary: Beneficiary) {
  const [requirements, setRequirements] = useState<VirtualAccountRequirements | null | 'loading'>('loading')
  const [accountName, setAccountName] = useState<string | null>(null)
  const [status, setStatus] = useState<'idle' | 'verifying' | 'reserving' | 'done'>('idle')
  const [message, setMessage] = useState<string | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  const busy = useRef(false)
  const reloadTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    let isCurrent = true
    fetchOrNull(getVirtualAccountRequirements).then((fetchedRequirements) => {
      if (!isCurrent) return
      setRequirements(fetchedRequirements)
      setAccountName(fetchedRequirements?.bvn ? fetchedRequirements.bvn_account_name : null)
    })
    return () => {
      isCurrent = false
      if (reloadTimer.current === undefined) return
      clearTimeout(reloadTimer.current)
      navigate.reload()
    }
  }, [])

  /** Runs one step at a time; an error is shown in a toast and next to the form. */
  async function runStep(nextStatus: 'verifying' | 'reserving', task: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setStatus(nextStatus)
    setErrorText(null)
    setMessage(null)
    try {
      await task()
    } catch (error) {
      setErrorText(error instanceof RequestError ? firstErrorOf(error) : noResponseText())
    }
    busy.current = false
    setStatus((previous) => (previous === 'done' ? previous : 'idle'))
  }

  const verify = (body: BvnVerification) =>
    runStep('verifying', async () => {
      const envelope = await accountRequest(verifyBvn, { body, everyField: false })
      if (envelope?.data) setAccountName(envelope.data.account_name)
    })

  const reserve = () =>
    runStep('reserving', async () => {
      for (let attempt = 0; attempt < polling.maxAttempts; attempt++) {
        const envelope = await accountRequest(reserveAccount, {
          body: {
            beneficiary_id: beneficiary.uniqueid,
            beneficiary: beneficiaryValues[beneficiary.beneficiary_type],
          },
          everyField: false,
        })
        if (!envelope) return
        setMessage(envelope.message)
        if (envelope.status !== 'pending') {
          toast.success(envelope.message || virtualAccountsTexts.reserved())
          setStatus('done')
          // The cards of the page show the account only after a reload. Closing the dialog reloads the page immediately.
          reloadTimer.current = setTimeout(navigate.reload, reloadMs)
          return
        }
        await new Promise((resolve) => setTimeout(resolve, polling.intervalMs))
      }
    })

  return { requirements, accountName, status, message, errorText, verify, reserve }
}

const firstErrorOf = (error: RequestError) => Object.values(error.errors)[0]?.[0] ?? error.message
