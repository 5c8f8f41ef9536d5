import { useEffect, useRef, useState } from 'react'
import { help, pageOf, report } from '../../shared/pages.ts'
import { reportOrder } from '../../shared/tickets.ts'
import { EmailField } from '../account/email-field.tsx'
import { Form } from '../account/form.tsx'
import { type Sent, useAccountForm, type Values } from '../account/use-account-form.ts'
import { ask, fieldErrorsOf } from '../lib/index.ts'
import type { ReportPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { CopyButton } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { OrderKeys } from './order-keys.tsx'

const fields = ['message', 'email'] as const
type Field = (typeof fields)[number]

/** Telling us that something is wrong with an order; the answer is the number of the report. */
export default function Report(page: ReportPage) {
  const { reference, second, status } = page
  const [number, setNumber] = useState(page.number)
  const back = status ? pageOf(status.page, status.service, reference, second) : help

  async function send({ message, email }: Values<Field>): Promise<Sent> {
    const body = { message, email, access_token: second }
    const envelope = await ask(reportOrder, { params: { reference }, body, quiet: true })
    if (!envelope?.data) return 'nothing'
    setNumber(envelope.data.number)
    return 'done'
  }

  const form = useAccountForm({
    form: 'report',
    names: fields,
    first: page.values,
    required: () => ['message'],
    problemsOf: (values) => fieldErrorsOf(reportOrder.body, values),
    send,
    refused: page,
  })
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>Report a problem</h1>
        <p className="lead">With order {reference}</p>
      </header>
      {status && <p className="note">{status.money.says}</p>}
      {number ? (
        <Received number={number} isNew={page.number === null} />
      ) : (
        <Form
          form={form}
          name="report"
          action={report}
          csrf={page.csrf}
          press="Send report"
          wait="Sending your report, please wait..."
        >
          <OrderKeys reference={reference} second={second} />
          <TextArea
            {...form.field('message')}
            label="What went wrong?"
            hint="Never write a card number or a PIN here."
            maxLength={2_000}
          />
          <EmailField
            {...form.field('email')}
            label="E-mail for our answer (optional)"
            hint={
              page.signedIn
                ? 'Without it we use the address of your account.'
                : 'Without it we use the one that you gave when you paid, or answer by SMS to the phone of the order.'
            }
          />
        </Form>
      )}
      <p>
        <a href={back}>{status ? 'Back to the order' : 'Help'}</a>
      </p>
    </div>
  )
}

/** The number, where the form stood: the focus goes to it. */
function Received({ number, isNew }: { number: string; isNew: boolean }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isNew) box.current?.focus()
  }, [isNew])
  return (
    <section ref={box} className="card stack outline-none" tabIndex={-1} aria-labelledby="received">
      <h2 id="received">We have your report</h2>
      <p>Its number is</p>
      <p className="amount">{number}</p>
      <CopyButton
        text={number}
        className="script-only"
        copied="Number copied."
        failed="The number could not be copied."
      >
        Copy number
      </CopyButton>
      <p>We answer within one working day.</p>
    </section>
  )
}
