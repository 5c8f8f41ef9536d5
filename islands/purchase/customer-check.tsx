import type { ServiceFormState } from './use-service-form.ts'

interface CustomerCheckProps {
  form: Pick<ServiceFormState<never>, 'quote' | 'submits'>
  /** Whose number it is, once that is known. */
  customer: { name: string; address: string | null } | null
  /** Said while it is asked. */
  asking: string
}

/** Who is served, as soon as we know, while the form is still being filled. */
export function CustomerCheck({ form: { quote, submits }, customer, asking }: CustomerCheckProps) {
  const { is, refused } = quote
  // After a submit the summary above the form says already what is wrong.
  const trouble =
    refused && submits === 0 && Object.keys(refused.errors).length === 0 ? refused.message : null
  return (
    <div role="status" className="empty:mt-0">
      {is === 'checking' && <p className="field-hint">{asking}</p>}
      {is !== 'checking' && customer && (
        <p className="rounded-field bg-good-tint text-good p-4">
          <strong className="block text-lg">{customer.name}</strong>
          {customer.address}
        </p>
      )}
      {is !== 'checking' && trouble && <p className="field-error">{trouble}</p>}
    </div>
  )
}
