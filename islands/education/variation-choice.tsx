import { useEffect, useState } from 'react'
import type { EducationInfo } from '../../shared/education.ts'
import { detailsPage } from '../../shared/pages.ts'
import { formatMoney, saveDetails, saveForm, tell } from '../lib/index.ts'
import { go } from '../purchase/go.ts'
import { ChoiceGroup, Overlay } from '../ui/index.ts'
import { createOrder, valuesOf } from './values.ts'

/**
 * What may be bought of this examination; the one that was priced is chosen. Another one makes another
 * order, with its own reference and amounts, so that what is shown is what is charged. Source: D-057.
 */
export function VariationChoice({ details, csrf }: { details: EducationInfo; csrf: string }) {
  const [ready, setReady] = useState(false)
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => setReady(true), [])
  if (details.variations.length === 0) return null

  async function choose(code: string) {
    if (wanted !== null || code === details.variation_code) return
    setWanted(code)
    try {
      const values = { ...valuesOf(details), variation_code: code }
      const priced = await createOrder(values)
      if (priced) {
        saveForm('education', values)
        saveDetails('education', priced)
        // Stays busy until the page of the other order stands.
        return go.instead(detailsPage('education', priced.order_reference))
      }
    } catch (error) {
      tell(error)
    }
    setWanted(null)
  }

  return (
    <form className="form" method="post" action="/education/variation">
      <input type="hidden" name="_csrf" defaultValue={csrf} />
      <input type="hidden" name="reference" defaultValue={details.reference} />
      <ChoiceGroup
        id="education-variation"
        name="variation_code"
        label="What to buy"
        value={wanted ?? details.variation_code}
        choices={details.variations.map((it) => ({
          value: it.variation_code,
          label: it.name,
          line: formatMoney(it.price),
        }))}
        onValue={choose}
      />
      {!ready && details.variations.length > 1 && (
        <noscript>
          <button className="btn btn-plain btn-wide" type="submit">
            Change
          </button>
        </noscript>
      )}
      {wanted !== null && <Overlay text="Changing your order, please wait..." />}
    </form>
  )
}
