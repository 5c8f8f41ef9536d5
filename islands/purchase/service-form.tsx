import type { ReactNode } from 'react'
import { isActive } from '../../shared/constants.ts'
import { formPageUrl, homePath, registerPath } from '../../shared/pages.ts'
import type { ServiceFormPage } from '../pages.ts'
import { BackIcon, Button, commonTexts, ErrorSummary, Overlay, renderParts } from '../ui/index.ts'
import { PageNote } from './page-note.tsx'
import { ServiceUnavailable } from './service-unavailable.tsx'
import { purchaseTexts } from './texts.ts'
import type { ServiceFormState } from './use-service-form.ts'

/** Passed when the form is shown in the service chooser; on its own page 'Change Service' is a link. */
export interface ChooserProps {
  onChangeService?: () => void
}

type PageProps = Pick<ServiceFormPage, 'status' | 'cashback' | 'signedIn' | 'note'> &
  ChooserProps & { title: string; children: ReactNode }

/** The page around a service's form: back link, title, availability; below the form, the cashback. */
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
    <h1>{title}</h1>
    {isActive(status.status) ? children : <ServiceUnavailable status={status} />}
    {cashback > 0 && isActive(status.status) && <Cashback percent={cashback} signedIn={signedIn} />}
  </div>
)

function ChangeService({ onPress }: { onPress: (() => void) | undefined }) {
  const content = (
    <>
      <BackIcon />
      {purchaseTexts.changeService()}
    </>
  )
  if (!onPress) {
    return (
      <a className="btn btn-quiet" href={homePath}>
        {content}
      </a>
    )
  }
  return (
    <Button kind="quiet" onClick={onPress}>
      {content}
    </Button>
  )
}

const Cashback = ({ percent, signedIn }: { percent: number; signedIn: boolean }) =>
  signedIn ? (
    <p className="field-hint">{purchaseTexts.cashback({ percent })}</p>
  ) : (
    <p className="field-hint">
      {renderParts(
        purchaseTexts.cashbackWithAccount({ percent, link: (chunks) => <a href={registerPath}>{chunks}</a> }),
      )}
    </p>
  )

interface FormProps<Field extends string> {
  form: ServiceFormState<Field>
  csrf: string
  /** Shown while Continue is in progress. */
  loadingText: string
  /** The service charge, above Continue. */
  chargeNote?: string | null | undefined
  children: ReactNode
}

/** The form element, which posts to the shell without JavaScript. */
export const ServiceForm = <Field extends string>({
  form,
  csrf,
  loadingText,
  chargeNote,
  children,
}: FormProps<Field>) => (
  <form
    name={form.service}
    className="card form"
    method="post"
    action={formPageUrl(form.service)}
    noValidate={form.isHydrated}
    aria-busy={form.isSubmitting}
    onSubmit={form.submit}
  >
    {form.failedSubmitCount > 0 && <ErrorSummary submitCount={form.failedSubmitCount} errors={form.errors} />}
    <input type="hidden" name="_csrf" defaultValue={csrf} />
    {children}
    {chargeNote && <p className="field-hint">{chargeNote}</p>}
    <Button
      type="submit"
      className="btn-wide"
      busy={form.isSubmitting}
      disabled={form.isHydrated && !form.isComplete}
    >
      {commonTexts.continue()}
    </Button>
    {form.isSubmitting && <Overlay text={loadingText} />}
  </form>
)
