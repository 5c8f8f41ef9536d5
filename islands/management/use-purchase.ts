import { useEffect, useState } from 'react'
import type { Call, DataOf } from '../../shared/contract.ts'
import { askAccount } from '../account/ask-account.ts'
import { type Asking, forgetKey, ofUser, toast } from '../lib/index.ts'
import { drop, read, write } from '../lib/storage.ts'
import { useSend } from './use-send.ts'
import type { ChosenUser } from './user-picker.tsx'

type Texts = Record<string, string>
interface Verified {
  readonly order_reference: string
  readonly access_token: string
}

interface About<V extends Texts, L extends Call, S extends Call> {
  /** Names the service in storage and keys. */
  readonly name: string
  readonly empty: V
  readonly lookUp: L
  readonly subscribe: S
  /** The form as the lookup takes it. */
  readonly payload: (values: V) => Asking<L>['body']
}

export type Stage<I, R> =
  | { is: 'form' }
  | { is: 'summary'; info: I }
  /** Paid, and not decided yet: subscribing again asks, and buys nothing twice. */
  | { is: 'pending'; info: I }
  | { is: 'receipt'; order: R }

/**
 * A manager's purchase: form, verification, summary, PIN, receipt. The form of the last verified order is kept
 * for this manager without PIN or token, until Fresh start. Source: specification 2, section 4; E-003, E-055
 */
export function usePurchase<V extends Texts, L extends Call, S extends Call>(about: About<V, L, S>) {
  const kept = `${ofUser}management:${about.name}`
  const [values, setValues] = useState(about.empty)
  const [user, setUser] = useState<ChosenUser | null>(null)
  const [stage, setStage] = useState<Stage<DataOf<L>, NonNullable<DataOf<S>>>>({ is: 'form' })
  const [pin, setPin] = useState<string | null>(null)
  const [asksPin, setAsksPin] = useState(false)
  const [isVerifying, setIsVerifying] = useState(false)
  const { isBusy, send } = useSend(about.subscribe)

  useEffect(() => {
    const last = read('local', kept)
    if (isKept<V>(last)) {
      setValues((was) => ({ ...was, ...last.values }))
      setUser(last.user)
    }
  }, [kept])

  async function verify() {
    if (isVerifying || !user) return
    setIsVerifying(true)
    try {
      const envelope = await askAccount(about.lookUp, { body: about.payload(values) } as Asking<L>)
      if (envelope?.data) {
        write('local', kept, { values, user })
        setStage({ is: 'summary', info: envelope.data })
      }
    } catch {
      // Told in a toast; the form is as it was.
    }
    setIsVerifying(false)
  }

  async function subscribe(info: DataOf<L>, withPin: string | null = pin) {
    if (!withPin) return setAsksPin(true)
    if (!user) return
    const { order_reference, access_token } = info as unknown as Verified
    const body = {
      ...(about.payload(values) as object),
      order_reference,
      access_token,
      auth_pin: withPin,
      user_id: user.id,
    }
    const envelope = await send({ body, key: kept } as unknown as Asking<S>)
    // It may have been the PIN that was refused: the next press asks for it again.
    if (!envelope) return setPin(null)
    if (envelope.data) {
      toast.success(envelope.message)
      setStage({ is: 'receipt', order: envelope.data as NonNullable<DataOf<S>> })
    } else {
      forgetKey(kept)
      setStage({ is: 'pending', info })
    }
  }

  return {
    values,
    set: (name: keyof V & string, value: string) => setValues((was) => ({ ...was, [name]: value })),
    fill: (some: Partial<V>) => setValues((was) => ({ ...was, ...some })),
    user,
    setUser,
    stage,
    isVerifying,
    isBusy,
    asksPin,
    verify,
    subscribe,
    /** Something stands in the form that Fresh start would take away. */
    isTouched: user !== null || Object.entries(values).some(([name, value]) => value !== about.empty[name]),
    back: () => setStage({ is: 'form' }),
    closePin: () => setAsksPin(false),
    verified: (info: DataOf<L>, right: string) => {
      setPin(right)
      setAsksPin(false)
      void subscribe(info, right)
    },
    freshStart: () => {
      drop('local', kept)
      forgetKey(kept)
      setValues(about.empty)
      setUser(null)
      setPin(null)
      setStage({ is: 'form' })
    },
  }
}

const isKept = <V>(value: unknown): value is { values: Partial<V>; user: ChosenUser | null } =>
  typeof value === 'object' && value !== null && 'values' in value && 'user' in value
