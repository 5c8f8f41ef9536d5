import { type FormEvent, useState } from 'react'
import { amountBoundsNaira, cashbackPercent, isActive } from '../../shared/constants.ts'
import { formPage, home, register } from '../../shared/pages.ts'
import { cleanAmount, formatMoney, readForm, requireFields, useFields } from '../lib/index.ts'
import type { PowerFormPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { useNotes } from '../purchase/use-notes.ts'
import {
  BackIcon,
  Button,
  ChoiceGroup,
  ErrorSummary,
  MoneyField,
  NumericField,
  Overlay,
  PhoneField,
  Picker,
  StatusDisplay,
} from '../ui/index.ts'
import { History } from './history.tsx'
import { MeterCheck } from './meter-check.tsx'
import { useDiscos } from './use-discos.ts'
import { useQuote } from './use-quote.ts'
import { isComplete, type PowerField, powerFields, problemsOf, readValues } from './values.ts'

interface PowerFormProps extends PowerFormPage {
  /** Given where the form stands in the chooser; on its own page 'Change Service' is a link. */
  onChangeService?: () => void
}

const meterTypeChoices = [
  { value: 'prepaid', label: 'Prepaid' },
  { value: 'postpaid', label: 'Postpaid' },
] as const
const quickAmounts = [1_000, 2_000, 5_000, 10_000]
const idOf = (name: PowerField) => `power-${name}`
const whole = (naira: number) => formatMoney(naira, { decimals: 0 })
const bounds = `From ${whole(amountBoundsNaira.min)} to ${whole(amountBoundsNaira.max)}.`
const testMeters =
  'Simulated money: try 11000000000 (prepaid) or 10000000000 (postpaid). An ending of 0001 waits first, 0002 times out, 0003 fails, 0004 never answers.'

/** Buying electricity: the form, the customer's name as soon as it is known, and past purchases. */
export default function PowerForm(page: PowerFormProps) {
  return (
    <div className="stack">
      <ChangeService onPress={page.onChangeService} />
      <PageNote text={page.note} />
      <header>
        <h1>Buy electricity</h1>
        <Cashback signedIn={page.signedIn} />
      </header>
      {isActive(page.status.status) ? (
        <>
          <Purchase {...page} />
          <History {...page.history} csrf={page.csrf} />
        </>
      ) : (
        <StatusDisplay kind="warning" title="This service is currently not available">
          {page.status.reason && <p>{page.status.reason}</p>}
        </StatusDisplay>
      )}
    </div>
  )
}

function ChangeService({ onPress }: { onPress?: () => void }) {
  const face = (
    <>
      <BackIcon />
      Change Service
    </>
  )
  if (!onPress) {
    return (
      <a className="btn btn-quiet" href={home}>
        {face}
      </a>
    )
  }
  return (
    <Button kind="quiet" onClick={onPress}>
      {face}
    </Button>
  )
}

const Cashback = ({ signedIn }: { signedIn: boolean }) =>
  signedIn ? (
    <p className="lead">You get {cashbackPercent}% cashback on every purchase.</p>
  ) : (
    <p className="lead">
      Registered customers get {cashbackPercent}% cashback on every purchase. <a href={register}>Register</a>
    </p>
  )

function Purchase({ values: first, errors, message, discos, csrf, simulated }: PowerFormPage) {
  const fields = useFields('power', readValues(first), () => withoutTyped(readForm('power'), first))
  const companies = useDiscos(fields.values.meter_type === 'postpaid' ? 'postpaid' : 'prepaid', discos)
  const isListed = companies.some(({ code }) => code === fields.values.meter_disco)
  const values = isListed || companies.length === 0 ? fields.values : { ...fields.values, meter_disco: '' }

  const problems = problemsOf(values)
  const notes = useNotes(problems)
  const quote = useQuote(values, { errors, message })
  const [submits, setSubmits] = useState(message === null ? 0 : 1)
  const leaving = quote.is === 'leaving'

  const field = (name: PowerField) => ({
    id: idOf(name),
    name,
    value: values[name],
    required: true,
    error: notes.of(name) ?? quote.refused?.errors[name]?.[0],
    onValue: (value: string) => {
      notes.type(name)
      fields.set(name, value)
    },
  })
  const typed = (name: PowerField) => ({ ...field(name), onBlur: () => notes.leave(name, values[name]) })

  async function submit(event: FormEvent) {
    event.preventDefault()
    notes.tellAll(powerFields)
    const isWhole = requireFields(values, powerFields)
    const isRight = isWhole && Object.keys(problems).length === 0
    if (!isRight || !(await quote.proceed())) setSubmits((was) => was + 1)
  }

  return (
    <form
      name="power"
      className="card form"
      method="post"
      action={formPage('power')}
      noValidate={fields.ready}
      aria-busy={leaving}
      onSubmit={submit}
    >
      {submits > 0 && <ErrorSummary submits={submits} errors={summaryOf(field, quote.refused?.message)} />}
      <input type="hidden" name="_csrf" defaultValue={csrf} />
      <ChoiceGroup {...field('meter_type')} label="Meter type" choices={meterTypeChoices} />
      <PhoneField {...typed('phone_number')} label="Phone number" hint="We send the token here too." />
      <NumericField
        {...typed('meter_number')}
        label="Meter number"
        hint={simulated ? testMeters : 'It stands on your meter card and on the meter.'}
      />
      <Picker
        {...field('meter_disco')}
        label="Company or city"
        title="Choose your electricity company"
        placeholder="Choose your company"
        search
        items={companies.map(({ code, name, logo, states }) => ({
          value: code,
          name,
          logo,
          line: states.join(', '),
        }))}
      />
      <MoneyField {...typed('amount')} label="Amount (NGN)" hint={bounds} />
      <div className="chips script-only">
        {quickAmounts.map((naira) => (
          <button
            key={naira}
            type="button"
            className="chip"
            aria-pressed={cleanAmount(values.amount) === String(naira)}
            onClick={() => field('amount').onValue(String(naira))}
          >
            {whole(naira)}
          </button>
        ))}
      </div>
      <MeterCheck quote={quote} isTold={submits > 0} />
      <Button
        type="submit"
        className="btn-wide"
        busy={leaving}
        disabled={fields.ready && !isComplete(values)}
      >
        Continue
      </Button>
      {leaving && <Overlay text="Checking your meter, please wait..." />}
    </form>
  )
}

/** A stored form fills what is empty; it never takes the place of what was typed and posted. */
const withoutTyped = (stored: Record<string, string> | null, typed: Record<string, string>) =>
  stored && Object.fromEntries(Object.entries(stored).filter(([name]) => !typed[name]))

function summaryOf(field: (name: PowerField) => { id: string; error?: string }, message?: string | null) {
  const wrong = powerFields.map(field).flatMap(({ id, error }) => (error ? [{ id, says: error }] : []))
  return wrong.length === 0 && message ? [{ says: message }] : wrong
}
