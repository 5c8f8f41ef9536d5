import type { ReactNode } from 'react'
import { Button, ErrorSummary, Overlay } from '../ui/index.ts'
import type { AccountForm } from './use-account-form.ts'

interface FormProps<Field extends string> {
  form: AccountForm<Field>
  name: string
  /** Where it posts to without script. */
  action: string
  csrf: string
  /** On the button. */
  press: string
  /** Said while it is under way. */
  wait: string
  /** What is wrong is said beside the one field there is, and the focus stays in it. */
  isOneField?: boolean
  children: ReactNode
  /** Another way to send the form; never first, or Enter would press it. */
  after?: ReactNode
}

/** A form about an account: a real one, which posts to the shell when there is no script. */
export const Form = <Field extends string>(props: FormProps<Field>) => {
  const { form, name, action, csrf, press, wait, isOneField = false, children, after } = props
  return (
    <form
      name={name}
      className="card form"
      method="post"
      action={action}
      noValidate={form.ready}
      aria-busy={form.isBusy}
      onSubmit={form.submit}
    >
      {form.submits > 0 && !isOneField && <ErrorSummary submits={form.submits} errors={form.wrong} />}
      <input type="hidden" name="_csrf" defaultValue={csrf} />
      {children}
      <Button type="submit" className="btn-wide" busy={form.isBusy}>
        {press}
      </Button>
      {after}
      {form.isBusy && <Overlay text={wait} />}
    </form>
  )
}
