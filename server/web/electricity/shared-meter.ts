import type { Loader } from '../page.ts'
import { emptyForm } from '../services/form.ts'
import { power } from '../services/power.ts'

/** The electricity form with the meter number of a shared text, if the text has exactly one. */
export const loadSharedMeter: Loader = async ({ query }, web) => {
  const { props, locals } = await emptyForm(power, web)
  const number = meterNumberIn([query.title, query.text, query.url].join('\n'))
  return { type: 'page', locals, props: { ...props, values: number ? { meter_number: number } : {} } }
}

/** Numbers of 11 to 13 digits, the usual length of a meter number; people group them with spaces or hyphens. */
const meterNumberPattern = /(?<![\d+]|\d[ -])\d(?:[ -]?\d){10,12}(?!\d|[ -]\d)/g

/** The meter number in a text; null for none, or several different ones. A phone number is not one. */
function meterNumberIn(text: string): string | null {
  const numbers = [...text.matchAll(meterNumberPattern)]
    .map(([match]) => match.replace(/\D/g, ''))
    .filter((digits) => !phonePattern.test(digits))
  const [first, ...others] = new Set(numbers)
  return first !== undefined && others.length === 0 ? first : null
}

/** A Nigerian phone number as it is written in the country and abroad. */
const phonePattern = /^(0[789][01]\d{8}|234[789][01]\d{8})$/
