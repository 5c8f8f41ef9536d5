import type { ReactNode } from 'react'
import { isActive } from '../../shared/constants.ts'
import { formPage, home, register, tellMePage } from '../../shared/pages.ts'
import type { ServiceFormPage } from '../pages.ts'
import { BackIcon, Button, ErrorSummary, Overlay, StatusDisplay } from '../ui/index.ts'
import { Moment } from './moment.tsx'
import { PageNote } from './page-note.tsx'
import type { ServiceFormState } from './use-service-form.ts'

/** Given where a form stands in the chooser; on its own page 'Change Service' is a link. */
export interface InChooser {
  onChangeService?: () => void
}

type PageProps = Pick<ServiceFormPage, 'status' | 'cashback' | 'signedIn' | 'note'> &
  InChooser & { title: string; children: ReactNode }

/** The page around a service's form: the way back, what it is, and whether it can be bought now. */
export const ServicePage = ({
  title,
  status,
  cashback,
  signedIn,
  note,
  onChangeService,
  children,
}: PageProps) => (
  <div className="stack">
    <ChangeService onPress={onChangeService} />
    <PageNote text={note} />
    <header>
      <h1>{title}</h1>
      {cashback > 0 && <Cashback percent={cashback} signedIn={signedIn} />}
    </header>
    {isActive(status.status) ? (
      children
    ) : (
      <StatusDisplay kind="warning" title="This service is currently not available">
        {status.reason && <p>{status.reason}</p>}
        {status.since && (
          <p className="field-hint">
            Since <Moment at={status.since} />
          </p>
        )}
        <a className="btn btn-plain" href={tellMePage(status.service)}>
          Tell me when it is back
        </a>
      </StatusDisplay>
    )}
  </div>
)

function ChangeService({ onPress }: { onPress: (() => void) | undefined }) {
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

const Cashback = ({ percent, signedIn }: { percent: number; signedIn: boolean }) =>
  signedIn ? (
    <p className="lead">You get {percent}% cashback on every purchase.</p>
  ) : (
    <p className="lead">
      Registered customers get {percent}% cashback on every purchase. <a href={register}>Register</a>
    </p>
  )

interface FormProps<Field extends string> {
  form: ServiceFormState<Field>
  csrf: string
  /** Said while Continue is under way. */
  wait: string
  children: ReactNode
}

/** The form itself: a real one, which posts to the shell when there is no script. */
export const ServiceForm = <Field extends string>({ form, csrf, wait, children }: FormProps<Field>) => (
  <form
    name={form.service}
    className="card form"
    method="post"
    action={formPage(form.service)}
    noValidate={form.ready}
    aria-busy={form.isLeaving}
    onSubmit={form.submit}
  >
    {form.submits > 0 && <ErrorSummary submits={form.submits} errors={form.wrong} />}
    <input type="hidden" name="_csrf" defaultValue={csrf} />
    {children}
    <Button
      type="submit"
      className="btn-wide"
      busy={form.isLeaving}
      disabled={form.ready && !form.isComplete}
    >
      Continue
    </Button>
    {form.isLeaving && <Overlay text={wait} />}
  </form>
)
