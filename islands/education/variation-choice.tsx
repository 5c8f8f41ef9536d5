import { useState } from 'react'
import type { EducationInfo } from '../../shared/education.ts'
import { detailsPageUrl } from '../../shared/pages.ts'
import { formatMoney, saveFormValues, saveOrderDetails, toastError } from '../lib/index.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { navigate } from '../purchase/navigate.ts'
import { ChoiceGroup, Overlay } from '../ui/index.ts'
import { educationTexts } from './texts.ts'
import { createEducationOrder, toEducationValues } from './values.ts'

/**
 * Variations of this examination; the priced one is selected. Selecting another creates a new order with its own
 * reference and amounts, so that the amount shown is the amount charged. Source: D-057.
 */
export function VariationChoice({ details, csrf }: { details: EducationInfo; csrf: string }) {
  const isHydrated = useHydrated()
  const [selected, setSelected] = useState<string | null>(null)
  if (details.variations.length === 0) return null

  async function choose(code: string) {
    if (selected !== null || code === details.variation_code) return
    setSelected(code)
    try {
      const values = { ...toEducationValues(details), variation_code: code }
      const priced = await createEducationOrder(values)
      if (priced) {
        saveFormValues('education', values)
        saveOrderDetails('education', priced)
        // Stays busy until the new order's page is shown.
        return navigate.replace(detailsPageUrl('education', priced.order_reference))
      }
    } catch (error) {
      toastError(error)
    }
    setSelected(null)
  }

  return (
    <form className="form" method="post" action="/education/variation">
      <input type="hidden" name="_csrf" defaultValue={csrf} />
      <input type="hidden" name="reference" defaultValue={details.reference} />
      <ChoiceGroup
        id="education-variation"
        name="variation_code"
        label={educationTexts.variation()}
        value={selected ?? details.variation_code}
        choices={details.variations.map((variation) => ({
          value: variation.variation_code,
          label: variation.name,
          detail: formatMoney(variation.price),
        }))}
        onValueChange={choose}
      />
      {!isHydrated && details.variations.length > 1 && (
        <noscript>
          <button className="btn btn-plain btn-wide" type="submit">
            {educationTexts.changeVariation()}
          </button>
        </noscript>
      )}
      {selected !== null && <Overlay text={educationTexts.changingVariation()} />}
    </form>
  )
}
