import { useState } from 'react'
import * as z from 'zod/mini'
import type { DataOf, Endpoint, FieldErrors } from '../../shared/contract.ts'
import { getApprovals, pendingApprovalText } from '../../shared/management/approvals.ts'
import { accountRequest } from '../account/account-request.ts'
import { useMutation } from '../account/use-mutation.ts'
import { clearKey, RequestError, type RequestOptions, toast, userPrefix } from '../lib/index.ts'
import { readStored, removeStored, writeStored } from '../lib/storage.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import type { ChosenUser } from './user-picker.tsx'

type TextValues = Record<string, string>
interface OrderKeys {
  readonly order_reference: string
  readonly access_token: string
}

interface PinState {
  readonly admin_pin: string
  readonly isVerified: boolean
}
const noPin: PinState = { admin_pin: '', isVerified: false }

interface VerifiedForm {
  readonly body: object
  readonly user: ChosenUser
}

interface PurchaseOptions<V extends TextValues, L extends Endpoint, S extends Endpoint> {
  /** Service name in storage and idempotency keys. */
  readonly name: string
  readonly empty: V
  readonly lookUp: L
  readonly purchase: S
  /** Request body of the lookup. */
  readonly payload: (values: V) => RequestOptions<L>['body']
}

export type PurchaseStep<I, R> =
  | { type: 'form' }
  | { type: 'summary'; info: I }
  /** Paid with an unknown outcome: submitting again requeries the order and never buys twice. */
  | { type: 'pending'; info: I }
  /** A second manager must approve first. */
  | { type: 'waiting'; info: I }
  | { type: 'receipt'; order: R }

/**
 * A manager's purchase: form, verification, summary, PIN, receipt. The form of the last verified order is stored
 * per manager, without PIN or token, until Fresh start. Source: specification 2, section 4; E-003, E-055
 */
export function usePurchase<V extends TextValues, L extends Endpoint, S extends Endpoint>(
  options: PurchaseOptions<V, L, S>,
) {
  const storageKey = `${userPrefix}management:${options.name}`
  const [values, setValues] = useState(options.empty)
  /** Errors of the last verification, until their field is changed. */
  const [errors, setErrors] = useState<FieldErrors>({})
  const [user, setUser] = useState<ChosenUser | null>(null)
  const [step, setStep] = useState<PurchaseStep<DataOf<L>, NonNullable<DataOf<S>>>>({ type: 'form' })
  /** The authentication PIN, kept only in the page's memory. Source: specification 2, section 3 */
  const [authPin, setAuthPin] = useState(noPin)
  /** The verified form: shown in the summary and sent with the purchase. */
  const [verifiedForm, setVerifiedForm] = useState<VerifiedForm | null>(null)
  const [isPinOpen, setIsPinOpen] = useState(false)
  const [isVerifying, setIsVerifying] = useState(false)
  // An accepted purchase may have used an approval, or have requested one.
  const { isBusy, send } = useMutation(options.purchase, { reloads: [getApprovals] })

  const [isRestored, setIsRestored] = useState(false)
  if (useHydrated() && !isRestored) {
    setIsRestored(true)
    const stored = StoredForm.safeParse(readStored('local', storageKey)).data
    if (stored) {
      setValues(withStoredValues(values, stored.values))
      setUser(stored.user)
    }
  }

  async function verify() {
    if (isVerifying || !user) return
    setIsVerifying(true)
    setErrors({})
    const body = options.payload(values)
    try {
      const envelope = await accountRequest(options.lookUp, { body } as RequestOptions<L>)
      if (envelope?.data) {
        setVerifiedForm({ body: body as object, user })
        writeStored('local', storageKey, { values, user })
        setStep({ type: 'summary', info: envelope.data })
      }
    } catch (error) {
      // A toast shows it too.
      if (error instanceof RequestError) setErrors(error.errors)
    }
    setIsVerifying(false)
  }

  async function buy(info: DataOf<L>, pin: PinState = authPin) {
    if (!pin.isVerified) return setIsPinOpen(true)
    if (!verifiedForm) return
    const { order_reference, access_token } = info as unknown as OrderKeys
    const body = {
      ...verifiedForm.body,
      order_reference,
      access_token,
      auth_pin: pin.admin_pin,
      user_id: verifiedForm.user.id,
    }
    const envelope = await send({ body, key: storageKey } as unknown as RequestOptions<S>)
    // The server may have rejected the PIN: the next submit prompts for it again.
    if (!envelope) return setAuthPin(noPin)
    if (envelope.data) {
      toast.success(envelope.message)
      setStep({ type: 'receipt', order: envelope.data as NonNullable<DataOf<S>> })
    } else {
      clearKey(storageKey)
      setStep({ type: envelope.message === pendingApprovalText ? 'waiting' : 'pending', info })
    }
  }

  function fill(changes: Partial<V>) {
    setValues((previous) => ({ ...previous, ...changes }))
    setErrors((previous) =>
      Object.fromEntries(Object.entries(previous).filter(([name]) => !(name in changes))),
    )
  }

  return {
    values,
    fill,
    field: <N extends keyof V & string>(name: N) => ({
      name,
      value: values[name],
      error: errors[name]?.[0] ?? null,
      onValueChange: (value: string) => fill({ [name]: value } as unknown as Partial<V>),
    }),
    user,
    setUser,
    /** The user of the verified order. */
    verifiedUser: verifiedForm?.user ?? null,
    step,
    isVerifying,
    isBusy,
    isPinOpen,
    verify,
    buy,
    /** The form contains input that Fresh start would clear. */
    isTouched: user !== null || Object.entries(values).some(([name, value]) => value !== options.empty[name]),
    back: () => setStep({ type: 'form' }),
    closePin: () => setIsPinOpen(false),
    buyWithPin: (info: DataOf<L>, admin_pin: string) => {
      const pin = { admin_pin, isVerified: true }
      setAuthPin(pin)
      setIsPinOpen(false)
      void buy(info, pin)
    },
    freshStart: () => {
      removeStored('local', storageKey)
      clearKey(storageKey)
      setValues(options.empty)
      setErrors({})
      setUser(null)
      setAuthPin(noPin)
      setStep({ type: 'form' })
    },
  }
}

const StoredForm = z.object({
  values: z.record(z.string(), z.string()),
  user: z.nullable(z.object({ id: z.string(), name: z.string() })),
})

/** The fields of this form; another release may have stored others. */
const withStoredValues = <V extends TextValues>(values: V, stored: TextValues): V => ({
  ...values,
  ...Object.fromEntries(Object.entries(stored).filter(([name]) => name in values)),
})
