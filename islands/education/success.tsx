import { type EducationOrder, educationOrder } from '../../shared/education.ts'
import { displayPhone, request } from '../lib/index.ts'
import type { EducationSuccessPage } from '../pages.ts'
import { notAvailable } from '../purchase/copy.ts'
import { type Code, paidRows, ServiceSuccess, type SuccessDefinition } from '../purchase/success.tsx'

/** Delivered exam PINs. */
export default function EducationSuccess(page: EducationSuccessPage) {
  return <ServiceSuccess page={page} definition={education} />
}

/** Every PIN, with its serial number if any. The JAMB PIN is first. */
function codesOf({ purchased_code, tokens }: EducationOrder): Code[] {
  const listed = tokens.filter(({ pin }) => pin !== purchased_code)
  const numbered = (label: string, index: number) => (listed.length > 1 ? `${label} ${index + 1}` : label)
  return [
    ...(purchased_code ? [{ kind: 'PIN', label: 'PIN', code: purchased_code }] : []),
    ...listed.flatMap(({ serial, pin }, index) => [
      ...(serial ? [{ kind: 'Serial number', label: numbered('Serial number', index), code: serial }] : []),
      { kind: 'PIN', label: numbered('PIN', index), code: pin },
    ]),
  ]
}

const education: SuccessDefinition<EducationOrder> = {
  service: 'education',
  fetchOrder: async (reference, accessToken) => {
    const params = { requestId: accessToken, serviceId: reference }
    return (await request(educationOrder, { params, quiet: true }))?.data ?? null
  },
  title: ({ tokens }) => (tokens.length > 1 ? 'Here are your PINs' : 'Here is your PIN'),
  lead: () => 'Keep this page safe. Anyone with the PIN can use it.',
  codes: codesOf,
  company: ({ service_type_details }) => service_type_details,
  rows: (order) => [
    { label: 'Product', value: order.variation_name },
    { label: 'Name', value: order.customer_name ?? notAvailable },
    ...(order.billers_code ? [{ label: 'Profile ID', value: order.billers_code }] : []),
    { label: 'Phone', value: order.customer_phone ? displayPhone(order.customer_phone) : notAvailable },
    ...paidRows(order),
  ],
  newOrderLabel: 'Buy exam PINs',
}
