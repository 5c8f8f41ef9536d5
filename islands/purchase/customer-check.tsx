import type { ServiceFormState } from './use-service-form.ts'

interface CustomerCheckProps {
  form: Pick<ServiceFormState<never>, 'quote' | 'failedSubmitCount'>
  /** Owner of the number, once known. */
  customer: { name: string; address: string | null } | null
  /** Shown during the lookup. */
  loadingText: string
}

/** Shows the number's owner as soon as it is known, while the form is being filled in. */
export function CustomerLookupStatus({
  form: { quote, failedSubmitCount },
  customer,
  loadingText,
}: CustomerCheckProps) {
  const { status, lookupError } = quote
  // After a submit the error summary already shows the error.
  const errorMessage =
    lookupError && failedSubmitCount === 0 && Object.keys(lookupError.errors).length === 0
      ? lookupError.message
      : null
  return (
    <div role="status" className="live-region">
      {status === 'checking' && <p className="field-hint">{loadingText}</p>}
      {status !== 'checking' && customer && (
        <p className="confirmation">
          <strong>{customer.name}</strong>
          {customer.address}
        </p>
      )}
      {status !== 'checking' && errorMessage && <p className="field-error">{errorMessage}</p>}
    </div>
  )
}
