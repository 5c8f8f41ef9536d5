import { type EducationOrder, getEducationOrder } from '../../shared/education.ts'
import { displayPhone, request } from '../lib/index.ts'
import { toNationalFormat } from '../lib/phone.ts'
import type { EducationSuccessPage } from '../pages.ts'
import type { CopyTexts } from '../purchase/code-card.tsx'
import { commonReceiptRows } from '../purchase/receipt-rows.tsx'
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
  const listedTokens = tokens.filter(({ pin }) => pin !== purchased_code)
  return [
    ...(purchased_code ? [{ label: educationTexts.pin(), code: purchased_code, copyTexts: pinTexts }] : []),
    ...listedTokens.flatMap(({ serial, pin }, index) => {
      const number = listedTokens.length > 1 ? index + 1 : null
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
  successMessage: educationTexts.pinCopied,
  failureMessage: educationTexts.pinNotCopied,
}
const serialTexts: CopyTexts = {
  copy: educationTexts.copySerialNumber,
  successMessage: educationTexts.serialNumberCopied,
  failureMessage: educationTexts.serialNumberNotCopied,
}

const education: SuccessDefinition<EducationOrder> = {
  service: 'education',
  fetchOrder: async (reference, accessToken) => {
    const params = { requestId: accessToken, serviceId: reference }
    return (await request(getEducationOrder, { params, quiet: true }))?.data ?? null
  },
  title: ({ tokens }) => educationTexts.deliveredTitle({ count: tokens.length || 1 }),
  introduction: () => educationTexts.deliveredHint(),
  codes: codesOf,
  biller: ({ service_type_details }) => service_type_details,
  recipientNumber: ({ billers_code, customer_phone }) =>
    billers_code ?? toNationalFormat(customer_phone ?? ''),
  rows: (order) => [
    { label: educationTexts.product(), value: order.variation_name },
    { label: commonTexts.name(), value: order.customer_name ?? commonTexts.notAvailable(), isPrivate: true },
    ...(order.billers_code ? [{ label: educationTexts.profile(), value: order.billers_code }] : []),
    {
      label: commonTexts.phone(),
      value: order.customer_phone ? displayPhone(order.customer_phone) : commonTexts.notAvailable(),
    },
    ...commonReceiptRows(order),
  ],
  newOrderLabel: educationTexts.formTitle,
}
