import { type FormEvent, useState } from 'react'
import { successPageUrl } from '../../shared/pages.ts'
import type { PowerRecord } from '../../shared/power.ts'
import { requireFields, useFields } from '../lib/index.ts'
import type { PowerHistory } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { pickValues } from '../purchase/form-rules.ts'
import { Logo } from '../purchase/logo.tsx'
import { useFieldErrors } from '../purchase/use-field-errors.ts'
import { useValidation } from '../purchase/use-validation.ts'
import { Form } from '../ui/form.tsx'

import {
  Button,
  commonTexts,
  DetailsList,
  ErrorSummary,
  NumericField,
  Overlay,
  PhoneField,
} from '../ui/index.ts'
import { powerTexts } from './texts.ts'
import { TokenCard } from './token-card.tsx'
import { formatKwh } from './tokens.ts'
import { useHistory } from './use-history.ts'
import { powerRules } from './values.ts'

type Field = keyof PowerHistory['values']
const names = ['phone_number', 'meter_number'] as const satisfies readonly Field[]
const idOf = (name: Field) => `history-${name}`

/** Past purchases of a meter, for callers with the meter number and the phone of the purchases. */
export function History({ values: initialValues, csrf, ...initial }: PowerHistory & { csrf: string }) {
  const fields = useFields('history', {
    phone_number: initialValues.phone_number,
    meter_number: initialValues.meter_number,
  })
  const records = useHistory(initial)
  // Before the validation is loaded, the server reports invalid values.
  const validation = useValidation(powerRules, pickValues(powerRules.fieldNames, fields.values))
  const fieldErrors = useFieldErrors(validation.getErrors)
  const [submitCount, setSubmitCount] = useState(0)

  const field = (name: Field) => ({
    id: idOf(name),
    name,
    value: fields.values[name],
    required: true,
    error: fieldErrors.errorOf(name) ?? records.errors[name]?.[0],
    onBlur: () => fieldErrors.onBlur(name, fields.values[name]),
    onValueChange: (value: string) => {
      validation.preload()
      fieldErrors.onChange(name)
      fields.set(name, value)
    },
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    if (records.isLoading) return
    fieldErrors.showErrorsOf(names)
    const isValid = requireFields(fields.values, names) && !names.some((name) => validation.getErrors()[name])
    if (isValid) return records.search(fields.values, form)
    // The summary takes the focus once, so the errors that it lists are loaded before.
    await validation.isValid().catch(() => undefined)
    setSubmitCount((count) => count + 1)
  }

  const errors = names.map(field).flatMap(({ id, error }) => (error ? [{ id, message: error }] : []))
  return (
    <section className="card stack" aria-labelledby="history-title">
      <h2 id="history-title">{powerTexts.historyTitle()}</h2>
      <Form
        name="history"
        method="post"
        action="/electricity/history"
        noValidate={fields.isHydrated}
        aria-busy={records.isLoading}
        onSubmit={submit}
      >
        <ErrorSummary submitCount={submitCount} errors={submitCount > 0 ? errors : []} />
        <input type="hidden" name="_csrf" defaultValue={csrf} />
        <PhoneField {...field('phone_number')} label={powerTexts.historyPhone()} />
        <NumericField {...field('meter_number')} label={powerTexts.historyMeter()} />
        <Button type="submit" kind="plain" className="btn-wide" busy={records.isLoading}>
          {powerTexts.showHistory()}
        </Button>
        {records.isLoading && <Overlay text={powerTexts.searchingHistory()} />}
      </Form>
      <div role="status">
        {records.message && <p className="field-error">{records.message}</p>}
        {records.list?.length === 0 && <p className="empty">{powerTexts.emptyHistory()}</p>}
      </div>
      {records.list && records.list.length > 0 && (
        <>
          <ul className="stack">
            {records.list.map((record) => (
              <PastPurchase key={record.reference} record={record} />
            ))}
          </ul>
          <Button kind="plain" className="btn-wide script-only" onClick={records.close}>
            {powerTexts.closeHistory()}
          </Button>
        </>
      )}
    </section>
  )
}

const PastPurchase = ({ record }: { record: PowerRecord }) => (
  <li className="stack">
    <div className="card-head">
      <Logo src={record.disco.logo} />
      <h3>{record.disco.company.name}</h3>
    </div>
    {record.token && <TokenCard digits={record.token} label={powerTexts.token()} />}
    <DetailsList
      items={[
        ...(record.units ? [{ label: powerTexts.units(), value: formatKwh(record.units) }] : []),
        { label: commonTexts.date(), value: <DateTime value={record.created_at} />, wide: true },
        {
          label: commonTexts.reference(),
          value: (
            <a href={successPageUrl('power', record.reference, record.access_token)}>{record.reference}</a>
          ),
        },
      ]}
    />
  </li>
)
