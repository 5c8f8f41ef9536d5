import { useState } from 'react'
import { helpPath, orderPageUrl, reportPath } from '../../shared/pages.ts'
import { reportOrder } from '../../shared/tickets.ts'
import { EmailField } from '../account/email-field.tsx'
import { AccountFormLayout } from '../account/form.tsx'
import { type SubmitResult, useAccountForm } from '../account/use-account-form.ts'
import { fieldErrorsOf, request } from '../lib/index.ts'
import { useFocusOnChange } from '../lib/use-focus-on-change.ts'
import type { ReportPage } from '../pages.ts'
import type { FieldValues } from '../purchase/form-rules.ts'
import { OrderCard } from '../purchase/order-card.tsx'
import { PageNote } from '../purchase/page-note.tsx'
import { CopyButton, commonTexts } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { HiddenOrderFields } from './hidden-order-fields.tsx'
import { reportTexts } from './report-texts.ts'

const fields = ['message', 'email'] as const
type Field = (typeof fields)[number]

/** Creates a support ticket for an order and shows its number. */
export default function ReportProblem(page: ReportPage) {
  const { reference, accessToken, status, biller } = page
  const [ticketNumber, setTicketNumber] = useState(page.number)
  const backLink = status ? orderPageUrl(status.page, status.service, reference, accessToken) : helpPath

  async function send({ message, email }: FieldValues<Field>): Promise<SubmitResult> {
    const body = { message, email, access_token: accessToken }
    const envelope = await request(reportOrder, { params: { reference }, body, quiet: true })
    if (!envelope?.data) return 'signed-out'
    setTicketNumber(envelope.data.number)
    return 'done'
  }

  const form = useAccountForm({
    formName: 'report',
    fieldNames: fields,
    initialValues: page.values,
    required: () => ['message'],
    validate: (values) => fieldErrorsOf(reportOrder.body, values),
    send,
    serverErrors: page,
  })
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>{commonTexts.reportProblem()}</h1>
        <p className="lead">{reportTexts.order({ reference })}</p>
      </header>
      {status && (
        <section className="card stack">
          <OrderCard order={status} biller={biller} help={null} />
        </section>
      )}
      {ticketNumber ? (
        <TicketCreated number={ticketNumber} isNew={page.number === null} />
      ) : (
        <AccountFormLayout
          form={form}
          name="report"
          action={reportPath}
          csrf={page.csrf}
          submitLabel={reportTexts.submit()}
          loadingText={reportTexts.sending()}
        >
          <HiddenOrderFields reference={reference} accessToken={accessToken} />
          <TextArea
            {...form.field('message')}
            label={reportTexts.message()}
            hint={reportTexts.messageHint()}
            maxLength={2_000}
          />
          <EmailField
            {...form.field('email')}
            label={reportTexts.email()}
            hint={page.signedIn ? reportTexts.userEmailHint() : reportTexts.guestEmailHint()}
          />
        </AccountFormLayout>
      )}
      <p>
        <a href={backLink}>{status ? reportTexts.backToOrder() : reportTexts.help()}</a>
      </p>
    </div>
  )
}

/** Ticket number in place of the form; receives focus. */
function TicketCreated({ number, isNew }: { number: string; isNew: boolean }) {
  const box = useFocusOnChange<HTMLElement>(isNew, false)
  return (
    <section ref={box} className="card stack" tabIndex={-1} aria-labelledby="received">
      <h2 id="received">{reportTexts.createdTitle()}</h2>
      <p>{reportTexts.number()}</p>
      <p className="amount">{number}</p>
      <CopyButton
        text={number}
        className="script-only"
        successMessage={reportTexts.numberCopied()}
        failureMessage={reportTexts.numberNotCopied()}
      >
        {reportTexts.copyNumber()}
      </CopyButton>
      <p>{reportTexts.replyTime()}</p>
    </section>
  )
}
