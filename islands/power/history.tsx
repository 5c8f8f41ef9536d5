import { type FormEvent, useState } from 'react'
import { successPage } from '../../shared/pages.ts'
import type { PowerRecord } from '../../shared/power.ts'
import { once, requireFields, useFields } from '../lib/index.ts'
import type { PowerHistory } from '../pages.ts'
import { readValues } from '../purchase/form-rules.ts'
import { Logo } from '../purchase/logo.tsx'
import { Moment } from '../purchase/moment.tsx'
import { useNotes } from '../purchase/use-notes.ts'

import { Button, DetailsList, ErrorSummary, NumericField, Overlay, PhoneField } from '../ui/index.ts'
import { TokenCard } from './token-card.tsx'
import { kwh } from './tokens.ts'
import { useHistory } from './use-history.ts'
import { powerRules } from './values.ts'

type Field = keyof PowerHistory['values']
const names = ['phone_number', 'meter_number'] as const satisfies readonly Field[]
const idOf = (name: Field) => `history-${name}`

/** Past purchases of a meter, for whoever knows the meter and the phone that was used. */
export function History({ values: first, csrf, ...answered }: PowerHistory & { csrf: string }) {
  const fields = useFields('history', { phone_number: first.phone_number, meter_number: first.meter_number })
  const records = useHistory(answered)
  const problems = once(() => powerRules.problemsOf(readValues(powerRules.names, fields.values)))
  const notes = useNotes(problems)
  const [submits, setSubmits] = useState(0)

  const field = (name: Field) => ({
    id: idOf(name),
    name,
    value: fields.values[name],
    required: true,
    error: notes.of(name) ?? records.errors[name]?.[0],
    onBlur: () => notes.leave(name, fields.values[name]),
    onValue: (value: string) => {
      notes.type(name)
      fields.set(name, value)
    },
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (records.isAsking) return
    notes.tellAll(names)
    const isRight = requireFields(fields.values, names) && !names.some((name) => problems()[name])
    if (isRight) await records.ask(fields.values)
    else setSubmits((was) => was + 1)
  }

  const wrong = names.map(field).flatMap(({ id, error }) => (error ? [{ id, says: error }] : []))
  return (
    <section className="card stack" aria-labelledby="history-title">
      <h2 id="history-title">Find a past token</h2>
      <form
        name="history"
        className="form"
        method="post"
        action="/electricity/history"
        noValidate={fields.ready}
        aria-busy={records.isAsking}
        onSubmit={submit}
      >
        <ErrorSummary submits={submits} errors={submits > 0 ? wrong : []} />
        <input type="hidden" name="_csrf" defaultValue={csrf} />
        <PhoneField {...field('phone_number')} label="Phone number used" />
        <NumericField {...field('meter_number')} label="Meter number bought for" />
        <Button type="submit" kind="plain" className="btn-wide" busy={records.isAsking}>
          Show records
        </Button>
        {records.isAsking && <Overlay text="Looking for your records, please wait..." />}
      </form>
      <div role="status">
        {records.message && <p className="field-error">{records.message}</p>}
        {records.found?.length === 0 && <p className="empty">No transaction records.</p>}
      </div>
      {records.found && records.found.length > 0 && (
        <>
          <ul className="stack">
            {records.found.map((record) => (
              <Past key={record.reference} record={record} />
            ))}
          </ul>
          <Button kind="plain" className="btn-wide script-only" onClick={records.close}>
            Close Records
          </Button>
        </>
      )}
    </section>
  )
}

const Past = ({ record }: { record: PowerRecord }) => (
  <li className="stack">
    <div className="card-head">
      <Logo src={record.disco.logo} />
      <h3>{record.disco.company.name}</h3>
    </div>
    {record.token && <TokenCard digits={record.token} label="Token" />}
    <DetailsList
      items={[
        ...(record.units ? [{ label: 'Units', value: kwh(record.units) }] : []),
        { label: 'Date', value: <Moment at={record.created_at} />, wide: true },
        {
          label: 'Reference',
          wide: true,
          value: <a href={successPage('power', record.reference, record.access_token)}>{record.reference}</a>,
        },
      ]}
    />
  </li>
)
