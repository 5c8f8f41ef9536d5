import { type EducationOrder, educationOrder } from '../../shared/education.ts'
import { ask, showPhone } from '../lib/index.ts'
import type { EducationSuccessPage } from '../pages.ts'
import { type Code, paidRows, ServiceSuccess, type SuccessOf } from '../purchase/success.tsx'
import { notAvailable } from '../purchase/words.ts'

/** Delivered examination PINs. */
export default function EducationSuccess(page: EducationSuccessPage) {
  return <ServiceSuccess page={page} about={education} />
}

/** Every PIN, with its serial number where there is one. JAMB's own stands first. */
function codesOf({ purchased_code, tokens }: EducationOrder): Code[] {
  const listed = tokens.filter(({ pin }) => pin !== purchased_code)
  const numbered = (label: string, at: number) => (listed.length > 1 ? `${label} ${at + 1}` : label)
  return [
    ...(purchased_code ? [{ kind: 'PIN', label: 'PIN', code: purchased_code }] : []),
    ...listed.flatMap(({ serial, pin }, at) => [
      ...(serial ? [{ kind: 'Serial number', label: numbered('Serial number', at), code: serial }] : []),
      { kind: 'PIN', label: numbered('PIN', at), code: pin },
    ]),
  ]
}

const education: SuccessOf<EducationOrder> = {
  service: 'education',
  read: async (reference, second) => {
    const params = { requestId: second, serviceId: reference }
    return (await ask(educationOrder, { params, quiet: true }))?.data ?? null
  },
  title: ({ tokens }) => (tokens.length > 1 ? 'Here are your PINs' : 'Here is your PIN'),
  lead: () => 'Keep this page: whoever has the PIN can use it.',
  codes: codesOf,
  company: ({ service_type_details }) => service_type_details,
  rows: (order) => [
    { label: 'What', value: order.variation_name, wide: true },
    { label: 'Name', value: order.customer_name ?? notAvailable },
    ...(order.billers_code ? [{ label: 'Profile ID', value: order.billers_code }] : []),
    { label: 'Phone', value: order.customer_phone ? showPhone(order.customer_phone) : notAvailable },
    ...paidRows(order),
  ],
  again: 'Buy exam PINs',
}
