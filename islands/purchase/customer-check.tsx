import type { Quote } from './use-quote.ts'

interface CustomerCheckProps {
  quote: Pick<Quote, 'is' | 'refused'>
  /** Whose number it is, once that is known. */
  customer: { name: string; address: string | null } | null
  /** Said while it is asked. */
  asking: string
  /** The summary above the form says already what is wrong. */
  isTold: boolean
}

/** Who is served, as soon as we know, while the form is still being filled. */
export function CustomerCheck({ quote: { is, refused }, customer, asking, isTold }: CustomerCheckProps) {
  const trouble = refused && !isTold && Object.keys(refused.errors).length === 0 ? refused.message : null
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
