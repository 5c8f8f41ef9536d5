import { type Beneficiary, updateBeneficiary } from '../../shared/beneficiaries.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { BoundedNaira } from '../../shared/fields.ts'
import { accountRequest } from '../account/account-request.ts'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { cleanAmount, displayPhone, fieldErrorsOf, toast } from '../lib/index.ts'
import { AmountField } from '../purchase/amount.tsx'
import type { FieldValues } from '../purchase/form-rules.ts'
import { phoneErrors, phonePayload } from '../purchase/phones.ts'
import { Button, commonTexts, Dialog, ErrorSummary, Overlay, PhoneField, TextField } from '../ui/index.ts'
import { beneficiaryNumberOf, billerOf } from './beneficiary-summary.ts'
import { beneficiaryFormTexts } from './form-texts.ts'
import { beneficiariesTexts } from './texts.ts'
import { typeConfigs } from './type-configs.ts'

const fieldNames = [
  'def_amount',
  'phone_number',
  'customer_name',
  'customer_address',
  'additional_notes',
] as const
type FormValues = FieldValues<(typeof fieldNames)[number]>

/** Amounts for electricity and airtime must be within the limits; an empty amount is valid. */
function amountErrors(amount: string): FieldErrors {
  const parsed = BoundedNaira.safeParse(amount)
  return amount === '' || parsed.success ? {} : { def_amount: [parsed.error.issues[0]?.message ?? ''] }
}

interface EditProps {
  beneficiary: Beneficiary
  onClose: () => void
  onChanged: () => void
}

/** Edits a beneficiary's details; the number and the plan (with its price) cannot be edited. */
export default function EditBeneficiary({ beneficiary, onClose, onChanged }: EditProps) {
  const type = beneficiary.beneficiary_type
  const hasAmount = type === 'power' || type === 'airtime'
  // For airtime, the beneficiary number is the phone number.
  const hasPhone = type !== 'airtime'
  const bodyOf = ({ def_amount, phone_number, ...details }: FormValues) => ({
    ...details,
    ...(hasAmount && { def_amount: cleanAmount(def_amount) }),
    ...(hasPhone && { phone_number: phonePayload(phone_number) }),
  })
  const form = useAccountForm({
    formName: 'edit-beneficiary',
    fieldNames,
    initialValues: {
      def_amount: String(beneficiary.def_amount ?? ''),
      phone_number: beneficiary.phone_number ? displayPhone(beneficiary.phone_number) : '',
      customer_name: beneficiary.customer_name ?? '',
      customer_address: beneficiary.customer_address ?? '',
      additional_notes: beneficiary.additional_notes ?? '',
    },
    required: () => [],
    validate: (values) => ({
      ...fieldErrorsOf(updateBeneficiary.body, bodyOf(values)),
      ...(hasAmount && amountErrors(cleanAmount(values.def_amount))),
      ...(hasPhone && phoneErrors(values, ['phone_number'])),
    }),
    serverErrors: { errors: {}, message: null },
    async send(values): Promise<SubmitResult> {
      const envelope = await accountRequest(updateBeneficiary, {
        params: { kind: typeConfigs[type].kind, uniqueid: beneficiary.uniqueid },
        body: bodyOf(values),
        quiet: true,
      })
      if (!envelope) return 'signed-out'
      toast.success(envelope.message || beneficiaryFormTexts.saved())
      onChanged()
      return 'navigating'
    },
  })
  return (
    <Dialog title={beneficiaryFormTexts.editTitle()} onClose={onClose} locked={form.isBusy}>
      <p>
        {beneficiariesTexts.billerAndNumber({
          biller: billerOf(beneficiary).name,
          number: beneficiaryNumberOf(beneficiary),
        })}
      </p>
      <form
        className="form"
        name="edit-beneficiary"
        noValidate
        aria-busy={form.isBusy}
        onSubmit={form.submit}
      >
        {form.submitCount > 0 && <ErrorSummary submitCount={form.submitCount} errors={form.errors} />}
        <TextField
          {...form.field('additional_notes')}
          label={beneficiariesTexts.notes()}
          hint={beneficiaryFormTexts.notesHint()}
          maxLength={200}
          autoComplete="off"
        />
        {hasAmount && <AmountField {...form.field('def_amount')} presetAmounts={[1_000, 2_000, 5_000]} />}
        {hasPhone && <PhoneField {...form.field('phone_number')} label={commonTexts.phoneNumber()} />}
        <TextField
          {...form.field('customer_name')}
          label={beneficiariesTexts.customerName()}
          maxLength={150}
          autoComplete="off"
        />
        <TextField
          {...form.field('customer_address')}
          label={beneficiariesTexts.customerAddress()}
          maxLength={300}
          autoComplete="off"
        />
        <Button type="submit" className="btn-wide" busy={form.isBusy}>
          {beneficiaryFormTexts.saveChanges()}
        </Button>
        {form.isBusy && <Overlay text={beneficiaryFormTexts.saving()} />}
      </form>
    </Dialog>
  )
}
