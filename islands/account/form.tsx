import type { ReactNode } from 'react'
import { Button, ErrorSummary, Overlay } from '../ui/index.ts'
import type { AccountForm } from './use-account-form.ts'

interface FormProps<Field extends string> {
  form: AccountForm<Field>
  name: string
  /** POST target when JavaScript is unavailable. */
  action: string
  csrf: string
  /** Submit button label. */
  submitLabel: string
  /** Overlay text during the request. */
  loadingText: string
  /** The form has one field: its error is shown next to it without an error summary, and focus stays in it. */
  hasSingleField?: boolean
  children: ReactNode
  /** Secondary submit button; must not come first, because Enter activates the first one. */
  footer?: ReactNode
}

/** Account form. Without JavaScript it posts to the web server. */
export const AccountFormLayout = <Field extends string>(props: FormProps<Field>) => {
  const {
    form,
    name,
    action,
    csrf,
    submitLabel,
    loadingText,
    hasSingleField = false,
    children,
    footer,
  } = props
  return (
    <form
      name={name}
      className="card form"
      method="post"
      action={action}
      noValidate={form.isHydrated}
      aria-busy={form.isBusy}
      onSubmit={form.submit}
    >
      {form.submitCount > 0 && !hasSingleField && (
        <ErrorSummary submitCount={form.submitCount} errors={form.errors} />
      )}
      <input type="hidden" name="_csrf" defaultValue={csrf} />
      {children}
      <Button type="submit" className="btn-wide" busy={form.isBusy}>
        {submitLabel}
      </Button>
      {footer}
      {form.isBusy && <Overlay text={loadingText} />}
    </form>
  )
}
