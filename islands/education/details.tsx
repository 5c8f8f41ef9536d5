import { EducationInfo } from '../../shared/education.ts'
import { formPageUrl } from '../../shared/pages.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import type { EducationDetailsPage } from '../pages.ts'
import { type DetailsDefinition, ServiceDetails } from '../purchase/details.tsx'
import { commonTexts } from '../ui/index.ts'
import { educationTexts } from './texts.ts'
import { VariationChoice } from './variation-choice.tsx'

/** PINs and candidate, to check before paying. */
export default function EducationDetails(page: EducationDetailsPage) {
  return <ServiceDetails page={page} definition={education} />
}

const education: DetailsDefinition<EducationInfo> = {
  service: 'education',
  schema: EducationInfo,
  title: educationTexts.detailsTitle,
  biller: ({ service_type_details }) => ({
    logo: service_type_details.logo,
    name: <strong>{service_type_details.name}</strong>,
  }),
  customer: ({ customer_name, variation_name, quantity }) => ({
    name: customer_name ?? variation_name,
    detail: quantity > 1 ? educationTexts.pins({ count: quantity }) : null,
  }),
  Choice: VariationChoice,
  rows: (details) => [
    { label: commonTexts.reference(), value: details.reference },
    { label: commonTexts.name(), value: details.customer_name ?? commonTexts.notAvailable() },
    ...(details.billers_code ? [{ label: educationTexts.profile(), value: details.billers_code }] : []),
    { label: commonTexts.phone(), value: displayPhone(details.phone_number) },
    ...(details.customer_email_address
      ? [{ label: educationTexts.email(), value: details.customer_email_address }]
      : []),
    { label: commonTexts.serviceCharge(), value: formatMoney(details.service_charge) },
    { label: commonTexts.amount(), value: formatMoney(details.amount) },
    { label: commonTexts.totalAmount(), value: formatMoney(details.total_amount), strong: true },
  ],
  paymentSummary: ({ description, service_type_details, variation_name, customer_name }) => ({
    description,
    beneficiary:
      customer_name ??
      educationTexts.beneficiary({ examination: service_type_details.name, variation: variation_name }),
  }),
  // Cancel leads to the airtime form; the link back to the education form follows it. Source: specification 1,
  // section 2; ruling D-008.
  cancel: formPageUrl('airtime'),
}
