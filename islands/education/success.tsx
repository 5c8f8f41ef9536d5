import { type EducationOrder, educationOrder } from '../../shared/education.ts'
import { displayPhone, request } from '../lib/index.ts'
import { toNationalFormat } from '../lib/phone.ts'
import type { EducationSuccessPage } from '../pages.ts'
import type { CopyTexts } from '../purchase/code-card.tsx'
import { paidRows } from '../purchase/receipt-rows.tsx'
import { ServiceSuccess } from '../purchase/success.tsx'
import type { Code, SuccessDefinition } from '../purchase/success-definition.ts'
import { commonTexts } from '../ui/index.ts'
import { educationTexts } from './texts.ts'

/** Delivered exam PINs. */
export default function EducationSuccess(page: EducationSuccessPage) {
  return <ServiceSuccess page={page} definition={education} />
}

/** Every PIN, with its serial number if any. The JAMB PIN is first. */
function codesOf({ purchased_code, tokens }: EducationOrder): Code[] {
  const listed = tokens.filter(({ pin }) => pin !== purchased_code)
  return [
    ...(purchased_code ? [{ label: educationTexts.pin(), code: purchased_code, copyTexts: pinTexts }] : []),
    ...listed.flatMap(({ serial, pin }, index) => {
      const number = listed.length > 1 ? index + 1 : null
      return [
        ...(serial
          ? [
              {
                label: serialLabel(number),
                code: serial,
                copyTexts: serialTexts,
                isSecondary: number === null,
              },
            ]
          : []),
        { label: pinLabel(number), code: pin, copyTexts: pinTexts },
      ]
    }),
  ]
}

const pinLabel = (number: number | null) =>
  number === null ? educationTexts.pin() : educationTexts.numberedPin({ number })
const serialLabel = (number: number | null) =>
  number === null ? educationTexts.serialNumber() : educationTexts.numberedSerialNumber({ number })

const pinTexts: CopyTexts = {
  copy: educationTexts.copyPin,
  copied: educationTexts.pinCopied,
  failed: educationTexts.pinNotCopied,
}
const serialTexts: CopyTexts = {
  copy: educationTexts.copySerialNumber,
  copied: educationTexts.serialNumberCopied,
  failed: educationTexts.serialNumberNotCopied,
}

const education: SuccessDefinition<EducationOrder> = {
  service: 'education',
  fetchOrder: async (reference, accessToken) => {
    const params = { requestId: accessToken, serviceId: reference }
    return (await request(educationOrder, { params, quiet: true }))?.data ?? null
  },
  title: ({ tokens }) => educationTexts.deliveredTitle({ count: tokens.length || 1 }),
  lead: () => educationTexts.deliveredHint(),
  codes: codesOf,
  company: ({ service_type_details }) => service_type_details,
  number: ({ billers_code, customer_phone }) => billers_code ?? toNationalFormat(customer_phone ?? ''),
  rows: (order) => [
    { label: educationTexts.product(), value: order.variation_name },
    { label: commonTexts.name(), value: order.customer_name ?? commonTexts.notAvailable(), isPrivate: true },
    ...(order.billers_code ? [{ label: educationTexts.profile(), value: order.billers_code }] : []),
    {
      label: commonTexts.phone(),
      value: order.customer_phone ? displayPhone(order.customer_phone) : commonTexts.notAvailable(),
    },
    ...paidRows(order),
  ],
  newOrderLabel: educationTexts.formTitle,
}
