import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Call, FieldErrors } from '../../shared/contract.ts'
import { askAccount } from '../account/ask-account.ts'
import { type AccountForm, type Sent, useAccountForm, type Values } from '../account/use-account-form.ts'
import { fieldErrorsOf, toast } from '../lib/index.ts'
import { homePhone } from '../lib/phone.ts'
import { phoneProblems } from '../purchase/phones.ts'
import { Button, ErrorSummary, NumericField, Overlay, TextField } from '../ui/index.ts'

/** What every beneficiary notes of its customer. */
export const customerFields = ['customer_name', 'customer_address', 'additional_notes'] as const
export type CustomerField = (typeof customerFields)[number]

/** Any of the four, with its types forgotten. */
type AddCall = Call & { readonly body: z.ZodMiniType<unknown, unknown> }

interface About<Field extends string> {
  call: AddCall
  names: readonly Field[]
  first: Partial<Values<Field>>
  required: readonly Field[]
  payloadOf: (values: Values<Field>) => object
  /** What is wrong with the phone as it was typed, before it gets its country. */
  phoneProblem?: (typed: string) => string | null
  /** Wire names whose field on the screen is called otherwise. */
  shownAs?: Record<string, Field>
  onAdded: () => void
}

/** One add form: what is wrong in the contract's own words, and one call. The phone may be one at home only. */
export function useAddForm<Field extends string>(
  about: About<Field | CustomerField | 'phone_number'>,
): AccountForm<Field | CustomerField | 'phone_number'> {
  type Name = Field | CustomerField | 'phone_number'
  const { call, names, first, required, payloadOf, phoneProblem, shownAs = {}, onAdded } = about
  const problemsOf = (values: Values<Name>): FieldErrors => {
    const found: FieldErrors = {}
    for (const [wire, says] of Object.entries(fieldErrorsOf(call.body, payloadOf(values))))
      found[shownAs[wire] ?? wire] ??= says
    const short = phoneProblem?.(values.phone_number)
    if (short) found.phone_number = [short]
    else Object.assign(found, phoneProblems<Name>(values, ['phone_number']))
    return found
  }
  return useAccountForm<Name>({
    form: 'add-beneficiary',
    names,
    first,
    required: () => required,
    problemsOf,
    refused: { errors: {}, message: null },
    async send(values): Promise<Sent> {
      // The form tells what went wrong itself.
      const envelope = await askAccount<AddCall>(call, { body: payloadOf(values), quiet: true })
      if (!envelope) return 'nothing'
      toast.success(envelope.message || 'Your beneficiary is saved.')
      onAdded()
      return 'leaving'
    },
  })
}

interface AddFormFrameProps<Field extends string> {
  form: AccountForm<Field | CustomerField>
  children: ReactNode
}

/** The fields of one service, then what all of them note. */
export function AddFormFrame<Field extends string>({ form, children }: AddFormFrameProps<Field>) {
  return (
    <form name="add-beneficiary" className="form" noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
      {form.submits > 0 && <ErrorSummary submits={form.submits} errors={form.wrong} />}
      {children}
      <TextField
        {...form.field('customer_name')}
        label="Customer name (optional)"
        maxLength={150}
        autoComplete="off"
      />
      <TextField
        {...form.field('customer_address')}
        label="Customer address (optional)"
        maxLength={300}
        autoComplete="off"
      />
      <TextField
        {...form.field('additional_notes')}
        label="Notes (optional)"
        hint="A tag to find it by: Mum’s house, shop."
        maxLength={200}
        autoComplete="off"
      />
      <Button type="submit" className="btn-wide" busy={form.isBusy}>
        Add Beneficiary
      </Button>
      {form.isBusy && <Overlay text="Saving your beneficiary, please wait..." />}
    </form>
  )
}

/** Phones are typed as at home. Source: specification 2, section 5 */
export const HomePhone = (props: Parameters<typeof NumericField>[0]) => (
  <NumericField inputMode="tel" autoComplete="tel" {...props} tidy={homePhone} most={12} />
)

const ownerFields = ['customer_name', 'customer_address'] as const
type Texts = Record<(typeof ownerFields)[number], string>
const nobody: Texts = { customer_name: '', customer_address: '' }

interface OwnerSearch {
  form: { values: Texts; fill: (values: Partial<Texts>) => void }
  /** What is asked, as text; null while something is missing. */
  about: string | null
  /** Null when the session had ended. */
  ask: () => Promise<{ [field in keyof Texts]: string | null } | null>
}

/** A pause in typing this long starts the lookup. */
const pauseMs = 600

/**
 * Asks once per settled value whose number it is, and fills in the owner. That goes as soon as another number is
 * meant; what was typed by hand stays. A late answer about an older value is dropped. Source: decision E-016
 */
export function useOwner({ form, about, ask }: OwnerSearch): boolean {
  const found = useRef(nobody)
  const [isAsking, setIsAsking] = useState(false)
  const askNow = useEffectEvent(() => ask())
  const take = useEffectEvent((owner: Texts) => {
    const untouched = ownerFields.filter((field) => form.values[field] === found.current[field])
    found.current = owner
    form.fill(Object.fromEntries(untouched.map((field) => [field, owner[field]])))
  })
  useEffect(() => {
    let wanted = true
    const lookUp = async () => {
      setIsAsking(true)
      const owner = await askNow().catch(() => null)
      if (!wanted) return
      setIsAsking(false)
      if (owner)
        take({ customer_name: owner.customer_name ?? '', customer_address: owner.customer_address ?? '' })
    }
    setIsAsking(false)
    if (found.current !== nobody) take(nobody)
    const pause = about === null ? undefined : setTimeout(lookUp, pauseMs)
    return () => {
      wanted = false
      clearTimeout(pause)
    }
  }, [about])
  return isAsking
}
