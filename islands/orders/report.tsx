import { useEffect, useRef, useState } from 'react'
import { help, pageOf, report } from '../../shared/pages.ts'
import { reportOrder } from '../../shared/tickets.ts'
import { EmailField } from '../account/email-field.tsx'
import { Form } from '../account/form.tsx'
import { type SubmitResult, useAccountForm, type Values } from '../account/use-account-form.ts'
import { fieldErrorsOf, request } from '../lib/index.ts'
import type { ReportPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { CopyButton } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { HiddenOrderFields } from './hidden-order-fields.tsx'

const fields = ['message', 'email'] as const
type Field = (typeof fields)[number]

/** Creates a support ticket for an order and shows its number. */
export default function ReportProblem(page: ReportPage) {
  const { reference, accessToken, status } = page
  const [number, setNumber] = useState(page.number)
  const backLink = status ? pageOf(status.page, status.service, reference, accessToken) : help

  async function send({ message, email }: Values<Field>): Promise<SubmitResult> {
    const body = { message, email, access_token: accessToken }
    const envelope = await request(reportOrder, { params: { reference }, body, quiet: true })
    if (!envelope?.data) return 'nothing'
    setNumber(envelope.data.number)
    return 'done'
  }

  const form = useAccountForm({
    form: 'report',
    names: fields,
    initial: page.values,
    required: () => ['message'],
    validate: (values) => fieldErrorsOf(reportOrder.body, values),
    send,
    serverErrors: page,
  })
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>Report a problem</h1>
        <p className="lead">Order {reference}</p>
      </header>
      {status && <p className="note">{status.money.message}</p>}
      {number ? (
        <TicketCreated number={number} isNew={page.number === null} />
      ) : (
        <Form
          form={form}
          name="report"
          action={report}
          csrf={page.csrf}
          submitLabel="Send report"
          wait="Sending your report, please wait..."
        >
          <HiddenOrderFields reference={reference} accessToken={accessToken} />
          <TextArea
            {...form.field('message')}
            label="What went wrong?"
            hint="Don't include card numbers or PINs."
            maxLength={2_000}
          />
          <EmailField
            {...form.field('email')}
            label="E-mail for our reply (optional)"
            hint={
              page.signedIn
                ? 'Without it we use the address of your account.'
                : "Leave blank and we'll reply to the e-mail or phone on the order."
            }
          />
        </Form>
      )}
      <p>
        <a href={backLink}>{status ? 'Back to the order' : 'Help'}</a>
      </p>
    </div>
  )
}

/** Ticket number in place of the form; receives focus. */
function TicketCreated({ number, isNew }: { number: string; isNew: boolean }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isNew) box.current?.focus()
  }, [isNew])
  return (
    <section ref={box} className="card stack outline-none" tabIndex={-1} aria-labelledby="received">
      <h2 id="received">Ticket created</h2>
      <p>Your ticket number is</p>
      <p className="amount">{number}</p>
      <CopyButton
        text={number}
        className="script-only"
        copied="Number copied."
        failed="The number could not be copied."
      >
        Copy number
      </CopyButton>
      <p>We'll reply within 1 working day.</p>
    </section>
  )
}
