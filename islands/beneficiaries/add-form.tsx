import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint, FieldErrors } from '../../shared/contract.ts'
import { accountRequest } from '../account/account-request.ts'
import { type AccountForm, type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { fieldErrorsOf, toast } from '../lib/index.ts'
import { toNationalFormat } from '../lib/phone.ts'
import type { FieldValues } from '../purchase/form-rules.ts'
import { phoneErrors } from '../purchase/phones.ts'
import { Button, ErrorSummary, NumericField, Overlay, TextField } from '../ui/index.ts'
import { beneficiaryFormTexts } from './form-texts.ts'
import { beneficiariesTexts } from './texts.ts'

/** Customer fields of every beneficiary. */
export const customerFields = ['customer_name', 'customer_address', 'additional_notes'] as const
export type CustomerField = (typeof customerFields)[number]

/** One of the four endpoints, without its specific types. */
type AddEndpoint = Endpoint & { readonly body: z.ZodMiniType<unknown, unknown> }

interface AddFormOptions<Field extends string> {
  endpoint: AddEndpoint
  fieldNames: readonly Field[]
  initialValues: Partial<FieldValues<Field>>
  required: readonly Field[]
  payloadOf: (values: FieldValues<Field>) => object
  /** Error of the phone as typed, before the country code is added. */
  findPhoneError?: (typed: string) => string | null
  /** Payload fields whose form field has another name. */
  fieldByWireName?: Record<string, Field>
  onAdded: () => void
}

/** One add form: validation by the contract, and one endpoint. Only Nigerian phone numbers are accepted. */
export function useAddForm<Field extends string>(
  options: AddFormOptions<Field | CustomerField | 'phone_number'>,
): AccountForm<Field | CustomerField | 'phone_number'> {
  type Name = Field | CustomerField | 'phone_number'
  const {
    endpoint,
    fieldNames,
    initialValues,
    required,
    payloadOf,
    findPhoneError,
    fieldByWireName = {},
    onAdded,
  } = options
  const errorsOf = (values: FieldValues<Name>): FieldErrors => {
    const errors: FieldErrors = {}
    for (const [wireName, messages] of Object.entries(fieldErrorsOf(endpoint.body, payloadOf(values))))
      errors[fieldByWireName[wireName] ?? wireName] ??= messages
    const phoneError = findPhoneError?.(values.phone_number)
    if (phoneError) errors.phone_number = [phoneError]
    else Object.assign(errors, phoneErrors<Name>(values, ['phone_number']))
    return errors
  }
  return useAccountForm<Name>({
    formName: 'add-beneficiary',
    fieldNames,
    initialValues,
    required: () => required,
    validate: errorsOf,
    serverErrors: { errors: {}, message: null },
    async send(values): Promise<SubmitResult> {
      // The form shows errors itself.
      const envelope = await accountRequest<AddEndpoint>(endpoint, { body: payloadOf(values), quiet: true })
      if (!envelope) return 'signed-out'
      toast.success(envelope.message || beneficiaryFormTexts.saved())
      onAdded()
      return 'navigating'
    },
  })
}

interface AddFormLayoutProps<Field extends string> {
  form: AccountForm<Field | CustomerField>
  children: ReactNode
}

/** The fields of one service, followed by the common fields. */
export function AddFormLayout<Field extends string>({ form, children }: AddFormLayoutProps<Field>) {
  return (
    <form name="add-beneficiary" className="form" noValidate aria-busy={form.isBusy} onSubmit={form.submit}>
      {form.submitCount > 0 && <ErrorSummary submitCount={form.submitCount} errors={form.errors} />}
      {children}
      <TextField
        {...form.field('customer_name')}
        label={beneficiaryFormTexts.customerNameOptional()}
        maxLength={150}
        autoComplete="off"
      />
      <TextField
        {...form.field('customer_address')}
        label={beneficiaryFormTexts.customerAddressOptional()}
        maxLength={300}
        autoComplete="off"
      />
      <TextField
        {...form.field('additional_notes')}
        label={beneficiaryFormTexts.notesOptional()}
        hint={beneficiaryFormTexts.notesHint()}
        maxLength={200}
        autoComplete="off"
      />
      <Button type="submit" className="btn-wide" busy={form.isBusy}>
        {beneficiariesTexts.addBeneficiary()}
      </Button>
      {form.isBusy && <Overlay text={beneficiaryFormTexts.saving()} />}
    </form>
  )
}

/** Phones are entered in national format. Source: specification 2, section 5 */
export const NationalPhoneField = (props: Parameters<typeof NumericField>[0]) => (
  <NumericField
    inputMode="tel"
    autoComplete="tel"
    {...props}
    normalise={toNationalFormat}
    maxCharacters={12}
  />
)

const ownerFields = ['customer_name', 'customer_address'] as const
type OwnerFields = Record<(typeof ownerFields)[number], string>
const unknownOwner: OwnerFields = { customer_name: '', customer_address: '' }

interface OwnerLookup {
  form: { values: OwnerFields; fill: (values: Partial<OwnerFields>) => void }
  /** Lookup body as text; null while incomplete. */
  payloadKey: string | null
  /** Null when the session has ended. */
  fetchOwner: () => Promise<{ [field in keyof OwnerFields]: string | null } | null>
}

/** A typing pause of this length starts the lookup. */
const pauseMs = 600

/**
 * Looks up the number's owner after a pause in typing and fills in the owner fields. They are cleared when the number
 * changes; values typed by the user stay. Late responses for older values are dropped. Source: ruling E-016
 */
export function useOwnerLookup({ form, payloadKey, fetchOwner }: OwnerLookup): boolean {
  const filledOwner = useRef(unknownOwner)
  const [isLookingUp, setIsLookingUp] = useState(false)
  const fetchNow = useEffectEvent(() => fetchOwner())
  const fillOwner = useEffectEvent((owner: OwnerFields) => {
    const unchangedFields = ownerFields.filter((field) => form.values[field] === filledOwner.current[field])
    filledOwner.current = owner
    form.fill(Object.fromEntries(unchangedFields.map((field) => [field, owner[field]])))
  })
  useEffect(() => {
    let isCurrent = true
    const lookUp = async () => {
      setIsLookingUp(true)
      const owner = await fetchNow().catch(() => null)
      if (!isCurrent) return
      setIsLookingUp(false)
      if (owner)
        fillOwner({
          customer_name: owner.customer_name ?? '',
          customer_address: owner.customer_address ?? '',
        })
    }
    setIsLookingUp(false)
    if (filledOwner.current !== unknownOwner) fillOwner(unknownOwner)
    const timer = payloadKey === null ? undefined : setTimeout(lookUp, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [payloadKey])
  return isLookingUp
}
