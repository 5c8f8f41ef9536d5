import { useState } from 'react'
import type { MeterTypeCode } from '../../shared/constants.ts'
import { createRecord, recordPlatforms } from '../../shared/management/records.ts'
import type { Disco } from '../../shared/power.ts'
import { useMutation } from '../account/use-mutation.ts'
import { cleanAmount, requireFields } from '../lib/index.ts'
import { powerTexts } from '../power/texts.ts'
import { Form } from '../ui/form.tsx'
import {
  Button,
  ChoiceGroup,
  commonTexts,
  Dialog,
  MoneyField,
  Overlay,
  PhoneField,
  Picker,
  TextField,
} from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { reloadWithFlash } from './flash-message.ts'
import { displayName } from './labels.ts'
import { meterTypeChoices } from './meter-type-choices.ts'
import { managedPurchaseTexts } from './purchase-texts.ts'
import { managementTexts } from './texts.ts'

const platforms = recordPlatforms.map((value) => ({ value, label: displayName(value) }))

const emptyValues = {
  meter_number: '',
  meter_type: 'prepaid',
  phone_number: '',
  amount: '',
  meter_disco: '',
  access_token: '',
  platform: 'irecharge',
  email_address: '',
  units: '',
  token: '',
  description: '',
}
type Field = keyof typeof emptyValues

const required = [
  'meter_number',
  'units',
  'token',
  'meter_type',
  'phone_number',
  'amount',
  'meter_disco',
] as const

/** Keeps only digits, commas and the first decimal point. `cleanAmount` reads the commas. Source: E-065 */
function decimalCharacters(inputText: string): string {
  const [integerPart = '', ...rest] = inputText.replace(/[^\d.,]/g, '').split('.')
  return rest.length > 0 ? `${integerPart}.${rest.join('')}` : integerPart
}

interface RecordDialogProps {
  discos: readonly Disco[]
  onClose: () => void
}

/** Records a purchase made on another platform. Only the close button closes the dialog. Source: specification 2, section 2 */
export function RecordDialog({ discos, onClose }: RecordDialogProps) {
  const [values, setValues] = useState(emptyValues)
  const { isBusy, send } = useMutation(createRecord)
  const set = (name: Field) => (value: string) => setValues((previous) => ({ ...previous, [name]: value }))
  const text = (name: Field, label: string) => ({
    name,
    label,
    value: values[name],
    onValueChange: set(name),
  })

  async function submit() {
    if (!requireFields(values, required)) return
    const body = {
      ...values,
      meter_type: values.meter_type as MeterTypeCode,
      platform: values.platform as (typeof recordPlatforms)[number],
      amount: cleanAmount(values.amount),
      units: cleanAmount(values.units),
      phone_number: values.phone_number.replace(/\s/g, ''),
    }
    const envelope = await send({ body })
    if (!envelope) return
    onClose()
    reloadWithFlash(envelope.message)
  }

  return (
    <Dialog title={managedPurchaseTexts.createRecord()} onClose={onClose} closeButtonOnly>
      <p className="lead">{managedPurchaseTexts.recordLead()}</p>
      <Form aria-busy={isBusy} noValidate onSubmit={submit}>
        <TextField
          {...text('meter_number', commonTexts.meterNumber())}
          inputMode="numeric"
          autoComplete="off"
        />
        <ChoiceGroup
          name="meter_type"
          label={powerTexts.meterType()}
          choices={meterTypeChoices()}
          value={values.meter_type}
          onValueChange={set('meter_type')}
        />
        <PhoneField {...text('phone_number', commonTexts.phoneNumber())} autoComplete="off" />
        <MoneyField
          {...text('amount', commonTexts.amount())}
          onValueChange={(entered) => set('amount')(decimalCharacters(entered))}
          placeholder="4000"
        />
        <Picker
          {...text('meter_disco', managedPurchaseTexts.companyOrCity())}
          title={managedPurchaseTexts.companyTitle()}
          placeholder={managedPurchaseTexts.companyPlaceholder()}
          search
          items={discos.map(({ code, name, logo, states }) => ({
            value: code,
            name,
            logo,
            detail: states.join(', '),
          }))}
        />
        <TextField {...text('access_token', managedPurchaseTexts.orderReference())} autoComplete="off" />
        <ChoiceGroup
          name="platform"
          label={managedPurchaseTexts.platform()}
          choices={platforms}
          value={values.platform}
          onValueChange={set('platform')}
        />
        <TextField
          {...text('email_address', managedPurchaseTexts.recordEmail())}
          type="email"
          autoComplete="off"
        />
        <TextField
          {...text('units', managedPurchaseTexts.units())}
          onValueChange={(entered) => set('units')(decimalCharacters(entered))}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField {...text('token', commonTexts.token())} placeholder="xxxx-xxxx" autoComplete="off" />
        <TextArea {...text('description', managedPurchaseTexts.description())} rows={3} />
        <Button type="submit" className="btn-wide" busy={isBusy}>
          {managedPurchaseTexts.createRecord()}
        </Button>
      </Form>
      {isBusy && <Overlay text={managementTexts.processing()} />}
    </Dialog>
  )
}
