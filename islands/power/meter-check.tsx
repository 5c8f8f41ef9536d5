import type { Quote } from './use-quote.ts'

interface MeterCheckProps {
  quote: Quote
  /** The summary above the form says already what is wrong. */
  isTold: boolean
}

/** Whose meter it is, as soon as we know, while the form is still being filled. */
export function MeterCheck({ quote: { is, details, refused }, isTold }: MeterCheckProps) {
  const trouble = refused && !isTold && Object.keys(refused.errors).length === 0 ? refused.message : null
  return (
    <div role="status" className="empty:mt-0">
      {is === 'checking' && <p className="field-hint">Checking whose meter this is…</p>}
      {is !== 'checking' && details && (
        <p className="rounded-field bg-good-tint text-good p-4">
          <strong className="block text-lg">{details.customer_name}</strong>
          {details.customer_address}
        </p>
      )}
      {is !== 'checking' && trouble && <p className="field-error">{trouble}</p>}
    </div>
  )
}
