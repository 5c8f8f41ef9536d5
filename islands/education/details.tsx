import { EducationInfo } from '../../shared/education.ts'
import { formPage } from '../../shared/pages.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import type { EducationDetailsPage } from '../pages.ts'
import { notAvailable } from '../purchase/copy.ts'
import { type DetailsDefinition, ServiceDetails } from '../purchase/details.tsx'
import { VariationChoice } from './variation-choice.tsx'

/** PINs and candidate, to check before paying. */
export default function EducationDetails(page: EducationDetailsPage) {
  return <ServiceDetails page={page} definition={education} />
}

const education: DetailsDefinition<EducationInfo> = {
  service: 'education',
  schema: EducationInfo,
  title: 'Is this what you want to buy?',
  company: ({ service_type_details }) => ({
    logo: service_type_details.logo,
    name: <strong>{service_type_details.name}</strong>,
  }),
  customer: ({ customer_name, variation_name, quantity }) => ({
    name: customer_name ?? variation_name,
    line: quantity > 1 ? `${quantity} PINs` : null,
  }),
  Choice: VariationChoice,
  rows: (details) => [
    { label: 'Reference', value: details.reference },
    { label: 'Name', value: details.customer_name ?? notAvailable },
    ...(details.billers_code ? [{ label: 'Profile ID', value: details.billers_code }] : []),
    { label: 'Phone', value: displayPhone(details.phone_number) },
    { label: 'E-mail', value: details.customer_email_address ?? notAvailable },
    { label: 'Service charge', value: formatMoney(details.service_charge) },
    { label: 'Amount', value: formatMoney(details.amount) },
    { label: 'Total amount', value: formatMoney(details.total_amount), strong: true },
  ],
  payable: ({ description, service_type_details, variation_name, customer_name }) => ({
    description,
    beneficiary: customer_name ?? `${service_type_details.name}, ${variation_name}`,
  }),
  // Source: specification 1, section 2; the link back to the form follows it. Decision D-008.
  cancel: formPage('airtime'),
}
