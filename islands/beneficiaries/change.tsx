import { type Beneficiary, updateBeneficiary } from '../../shared/beneficiaries.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { BoundedNaira } from '../../shared/fields.ts'
import { askAccount } from '../account/ask-account.ts'
import { type Sent, useAccountForm, type Values } from '../account/use-account-form.ts'
import { cleanAmount, fieldErrorsOf, showPhone, toast } from '../lib/index.ts'
import { AmountField } from '../purchase/amount.tsx'
import { phoneProblems, sentPhone } from '../purchase/phones.ts'
import { Button, Dialog, ErrorSummary, Overlay, PhoneField, TextField } from '../ui/index.ts'
import { numberOf, sellerOf } from './faces.ts'
import { kinds } from './kinds.ts'

const names = ['def_amount', 'phone_number', 'customer_name', 'customer_address', 'additional_notes'] as const
type Typed = Values<(typeof names)[number]>

/** Electricity and airtime hold to their bounds; it may be left empty. */
function amountProblem(amount: string): FieldErrors {
  const read = BoundedNaira.safeParse(amount)
  return amount === '' || read.success ? {} : { def_amount: [read.error.issues[0]?.message ?? ''] }
}

interface ChangeProps {
  it: Beneficiary
  onClose: () => void
  onChanged: () => void
}

/** What is noted of a beneficiary; the number that is served stays, and so does a plan with its price. */
export default function ChangeBeneficiary({ it, onClose, onChanged }: ChangeProps) {
  const type = it.beneficiary_type
  const hasAmount = type === 'power' || type === 'airtime'
  // The phone of airtime is the number itself.
  const hasPhone = type !== 'airtime'
  const bodyOf = ({ def_amount, phone_number, ...about }: Typed) => ({
    ...about,
    ...(hasAmount && { def_amount: cleanAmount(def_amount) }),
    ...(hasPhone && { phone_number: sentPhone(phone_number) }),
  })
  const form = useAccountForm({
    form: 'change-beneficiary',
    names,
    first: {
      def_amount: String(it.def_amount ?? ''),
      phone_number: it.phone_number ? showPhone(it.phone_number) : '',
      customer_name: it.customer_name ?? '',
      customer_address: it.customer_address ?? '',
      additional_notes: it.additional_notes ?? '',
    },
    required: () => [],
    problemsOf: (values) => ({
      ...fieldErrorsOf(updateBeneficiary.body, bodyOf(values)),
      ...(hasAmount && amountProblem(cleanAmount(values.def_amount))),
      ...(hasPhone && phoneProblems(values, ['phone_number'])),
    }),
    refused: { errors: {}, message: null },
    async send(values): Promise<Sent> {
      const envelope = await askAccount(updateBeneficiary, {
        params: { kind: kinds[type].kind, uniqueid: it.uniqueid },
        body: bodyOf(values),
        quiet: true,
      })
      if (!envelope) return 'nothing'
      toast.success(envelope.message || 'Your beneficiary is saved.')
      onChanged()
      return 'leaving'
    },
  })
  return (
    <Dialog title="Change Beneficiary" onClose={onClose} locked={form.isBusy}>
      <p>
        {sellerOf(it).name}, {numberOf(it)}
      </p>
      <form
        className="form"
        name="change-beneficiary"
        noValidate
        aria-busy={form.isBusy}
        onSubmit={form.submit}
      >
        {form.submits > 0 && <ErrorSummary submits={form.submits} errors={form.wrong} />}
        <TextField
          {...form.field('additional_notes')}
          label="Notes"
          hint="A tag to find it by: Mum’s house, shop."
          maxLength={200}
          autoComplete="off"
        />
        {hasAmount && <AmountField {...form.field('def_amount')} quick={[1_000, 2_000, 5_000]} />}
        {hasPhone && <PhoneField {...form.field('phone_number')} label="Phone number" />}
        <TextField
          {...form.field('customer_name')}
          label="Customer name"
          maxLength={150}
          autoComplete="off"
        />
        <TextField
          {...form.field('customer_address')}
          label="Customer address"
          maxLength={300}
          autoComplete="off"
        />
        <Button type="submit" className="btn-wide" busy={form.isBusy}>
          Save changes
        </Button>
        {form.isBusy && <Overlay text="Saving your beneficiary, please wait..." />}
      </form>
    </Dialog>
  )
}
