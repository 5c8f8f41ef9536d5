import * as z from 'zod/mini'
import { accountFieldTexts } from './account-field-texts.ts'
import type { Service } from './constants.ts'
import { defineEndpoint } from './contract.ts'
import { fieldTexts } from './field-texts.ts'
import { BoundedNaira, MeterNumber, Naira, NairaNumber, PhoneInput, requiredText } from './fields.ts'
import { MeterType } from './power.ts'

/** Beneficiary kinds as used in paths, each with the type of its entries. Source: specification 2, sections 3 and 7 */
export const beneficiaryTypeOf = {
  'meter-numbers': 'power',
  'smartcard-numbers': 'cable-tv',
  'phone-numbers': 'airtime',
  'device-ids-numbers': 'vtu-data',
} as const
export type BeneficiaryKind = keyof typeof beneficiaryTypeOf
export const beneficiaryKinds = Object.keys(beneficiaryTypeOf) as BeneficiaryKind[]
export type BeneficiaryType = (typeof beneficiaryTypeOf)[BeneficiaryKind]

/** The service that each type belongs to. */
export const serviceOfBeneficiary = {
  power: 'power',
  'cable-tv': 'cabletv',
  airtime: 'airtime',
  'vtu-data': 'data',
} as const satisfies Record<BeneficiaryType, Service>

const Company = z.object({ name: z.string(), logo: z.string() })

/** A virtual account: transfers to it are credited to its owner's wallet. */
export const VirtualAccount = z.object({
  bank_name: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  status: z.enum(['active', 'closed']),
  /** Remarks, plain text. */
  note: z.nullable(z.string()),
  /** A transfer buys for this number immediately instead of staying in the wallet. */
  auto_purchase: z.boolean(),
})
export type VirtualAccount = z.infer<typeof VirtualAccount>

/** Amounts in naira. `additional_notes` is the nickname. */
const common = {
  id: z.string(),
  uniqueid: z.string(),
  number: z.string(),
  customer_name: z.nullable(z.string()),
  customer_address: z.nullable(z.string()),
  additional_notes: z.nullable(z.string()),
  def_amount: z.nullable(NairaNumber),
  def_price: z.nullable(NairaNumber),
  /** E.164 */
  phone_number: z.nullable(z.string()),
  virtual_account: z.nullable(VirtualAccount),
}

export const MeterBeneficiary = z.object({
  ...common,
  beneficiary_type: z.literal('power'),
  type: MeterType,
  disco: z.extend(Company, { code: z.string(), abbr: z.string(), description: z.string() }),
  state: z.nullable(z.string()),
  notes: z.nullable(z.string()),
})
export type MeterBeneficiary = z.infer<typeof MeterBeneficiary>

export const SmartcardBeneficiary = z.object({
  ...common,
  beneficiary_type: z.literal('cable-tv'),
  network: Company,
  bouquet: z.object({ title: z.string(), code: z.string() }),
  tv_bundle_amount: z.nullable(NairaNumber),
  service_code: z.string(),
  tv_network: z.string(),
  cabletv_network_id: z.string(),
  cabletv_bouquet_id: z.string(),
})
export type SmartcardBeneficiary = z.infer<typeof SmartcardBeneficiary>

export const PhoneBeneficiary = z.object({
  ...common,
  beneficiary_type: z.literal('airtime'),
  provider: Company,
  provider_name: z.string(),
  provider_id: z.string(),
})
export type PhoneBeneficiary = z.infer<typeof PhoneBeneficiary>

export const DeviceBeneficiary = z.object({
  ...common,
  beneficiary_type: z.literal('vtu-data'),
  device_id: z.string(),
  data_provider: Company,
  provider_name: z.string(),
  provider_id: z.string(),
  /** Code and name of the plan; null when none was saved. */
  code: z.nullable(z.string()),
  bundle_name: z.nullable(z.string()),
})
export type DeviceBeneficiary = z.infer<typeof DeviceBeneficiary>

export const Beneficiary = z.discriminatedUnion('beneficiary_type', [
  MeterBeneficiary,
  SmartcardBeneficiary,
  PhoneBeneficiary,
  DeviceBeneficiary,
])
export type Beneficiary = z.infer<typeof Beneficiary>

const listErrors = [] as const
export const getMeterBeneficiaries = defineEndpoint({
  name: 'getMeterBeneficiaries',
  method: 'GET',
  path: '/account/beneficiaries/meter-numbers/all',
  audience: 'verified',
  summary: "The user's saved meters",
  data: z.array(MeterBeneficiary),
  errors: listErrors,
})
export const getSmartcardBeneficiaries = defineEndpoint({
  name: 'getSmartcardBeneficiaries',
  method: 'GET',
  path: '/account/beneficiaries/smartcard-numbers/all',
  audience: 'verified',
  summary: "The user's saved smartcards",
  data: z.array(SmartcardBeneficiary),
  errors: listErrors,
})
export const getPhoneBeneficiaries = defineEndpoint({
  name: 'getPhoneBeneficiaries',
  method: 'GET',
  path: '/account/beneficiaries/phone-numbers/all',
  audience: 'verified',
  summary: "The user's saved phones for airtime",
  data: z.array(PhoneBeneficiary),
  errors: listErrors,
})
export const getDeviceBeneficiaries = defineEndpoint({
  name: 'getDeviceBeneficiaries',
  method: 'GET',
  path: '/account/beneficiaries/device-ids-numbers/all',
  audience: 'verified',
  summary: "The user's saved devices for data",
  data: z.array(DeviceBeneficiary),
  errors: listErrors,
})

/** The beneficiaries most recently bought for, then the newest saved: at most six of all kinds. */
export const getRecentBeneficiaries = defineEndpoint({
  name: 'getRecentBeneficiaries',
  method: 'GET',
  path: '/account/beneficiaries/recent',
  audience: 'verified',
  summary: "The user's most recently used beneficiaries",
  data: z.array(Beneficiary),
  errors: listErrors,
})

/** The id of a list entry: our ids are strings; numbers are accepted too. */
const Id = (missing: () => string) =>
  z.pipe(
    z.union([z.string(), z.number()], { error: missing }),
    z.pipe(
      z.transform((id: string | number) => String(id).trim()),
      z
        .string()
        .check(z.minLength(1, { error: missing }), z.maxLength(80, { error: accountFieldTexts.notInList })),
    ),
  )
const optionalId = z.optional(z.nullable(z.union([z.string().check(z.maxLength(80)), z.number()])))
const optionalText = (maxLength: number) =>
  z.optional(
    z.nullable(
      z
        .string()
        .check(z.trim(), z.maxLength(maxLength, { error: () => fieldTexts.tooLong({ max: maxLength }) })),
    ),
  )

const customerFields = {
  additional_notes: optionalText(200),
  customer_name: optionalText(150),
  customer_address: optionalText(300),
}
const optionalPhone = z.optional(
  z.nullable(z.string().check(z.trim(), z.maxLength(20, { error: fieldTexts.phoneTooLong }))),
)
/** Minimum length of a phone as entered, for airtime and data. Source: specification 2, section 5; ruling E-019 */
const minPhoneLength = 11
const tooShort = () => accountFieldTexts.phoneTooShort({ min: minPhoneLength })
const isLongEnough = (text: string) => text === '' || text.length >= minPhoneLength
export const phoneLengthError = (inputText: string): string | null =>
  isLongEnough(inputText.trim()) ? null : tooShort()

/** An optional amount; an empty string counts as null. */
const optionalNaira = z.optional(z.nullable(z.union([z.literal(''), Naira])))

/** The value for postpaid that the beneficiary dialog sends. Source: specification 2, section 5; E-017 */
export const postpaidEconomy = 'postpaid Economy'

const AddedBeneficiary = z.object({ uniqueid: z.string() })
/** TOO_MANY: the user has as many beneficiaries as one user may have. */
const addErrors = ['BENEFICIARY_KNOWN', 'TOO_MANY'] as const

export const addMeter = defineEndpoint({
  name: 'addMeter',
  method: 'POST',
  path: '/account/beneficiaries/meter-numbers/add',
  audience: 'verified',
  summary: 'Saves a meter',
  body: z.object({
    meter_number: MeterNumber,
    meter_type: z.enum(['prepaid', 'postpaid', postpaidEconomy], { error: fieldTexts.meterTypeMissing }),
    phone_number: PhoneInput,
    amount: BoundedNaira,
    disco_code: requiredText(fieldTexts.companyMissing, 40),
    state_id: Id(accountFieldTexts.stateMissing),
    disco_id: optionalId,
    company_id: optionalId,
    ...customerFields,
  }),
  data: AddedBeneficiary,
  errors: addErrors,
})

export const addSmartcard = defineEndpoint({
  name: 'addSmartcard',
  method: 'POST',
  path: '/account/beneficiaries/smartcard-numbers/add',
  audience: 'verified',
  summary: 'Saves a smartcard',
  body: z.object({
    smartcard_number: requiredText(accountFieldTexts.smartcardMissing, 20).check(
      z.regex(/^\d{8,12}$/, { error: accountFieldTexts.smartcardInvalid }),
    ),
    service_code: requiredText(accountFieldTexts.networkMissing, 80),
    tv_network: requiredText(accountFieldTexts.networkMissing, 80),
    bundle: requiredText(accountFieldTexts.bouquetMissing, 150),
    cabletv_network_id: Id(accountFieldTexts.networkMissing),
    cabletv_bouquet_id: Id(accountFieldTexts.bouquetMissing),
    tv_bundle_amount: Naira,
    phone_number: optionalPhone,
    ...customerFields,
  }),
  data: AddedBeneficiary,
  errors: addErrors,
})

export const addPhone = defineEndpoint({
  name: 'addPhone',
  method: 'POST',
  path: '/account/beneficiaries/phone-numbers/add',
  audience: 'verified',
  summary: 'Saves a phone for airtime',
  body: z.object({
    phone_number: PhoneInput.check(z.refine(isLongEnough, { error: tooShort })),
    country_code: z.optional(z.nullable(z.union([z.literal('234'), z.literal(234)]))),
    provider: requiredText(accountFieldTexts.networkMissing, 80),
    provider_id: Id(accountFieldTexts.networkMissing),
    def_amount: BoundedNaira,
    code: z.optional(z.nullable(z.string().check(z.maxLength(80)))),
    ...customerFields,
  }),
  data: AddedBeneficiary,
  errors: addErrors,
})

export const addDevice = defineEndpoint({
  name: 'addDevice',
  method: 'POST',
  path: '/account/beneficiaries/device-ids-numbers/add',
  audience: 'verified',
  summary: 'Saves a device or phone for data',
  body: z.object({
    device_id: requiredText(accountFieldTexts.deviceMissing, 20).check(
      z.regex(/^\+?[A-Za-z0-9]{5,14}$/, { error: accountFieldTexts.deviceInvalid }),
    ),
    provider: requiredText(accountFieldTexts.networkMissing, 80),
    provider_id: Id(accountFieldTexts.networkMissing),
    phone_number: optionalPhone.check(
      z.refine((entered) => isLongEnough(entered ?? ''), { error: tooShort }),
    ),
    bundle_code: z.optional(z.nullable(z.string().check(z.maxLength(80)))),
    bundle_id: optionalId,
    bundle: optionalText(150),
    def_amount: optionalNaira,
    ...customerFields,
  }),
  data: AddedBeneficiary,
  errors: addErrors,
})

/**
 * Another user's beneficiary gets the response for an unknown one (404). `undo` restores it for an hour: see
 * `restoreBeneficiary`.
 */
export const deleteBeneficiary = defineEndpoint({
  name: 'deleteBeneficiary',
  method: 'DELETE',
  path: '/account/beneficiaries/{kind}/{uniqueid}/delete',
  audience: 'verified',
  summary: 'Removes a saved beneficiary of one kind',
  params: z.object({ kind: z.enum(beneficiaryKinds), uniqueid: z.string().check(z.maxLength(40)) }),
  data: z.object({ undo: z.string() }),
  errors: ['NOT_FOUND'],
})

/** Restores a deleted beneficiary under its id. A repeat has no effect. */
export const restoreBeneficiary = defineEndpoint({
  name: 'restoreBeneficiary',
  method: 'POST',
  path: '/account/beneficiaries/{kind}/{uniqueid}/restore',
  audience: 'verified',
  summary: 'Restores a deleted beneficiary',
  params: z.object({ kind: z.enum(beneficiaryKinds), uniqueid: z.string().check(z.maxLength(40)) }),
  /** `undo` from the response of `deleteBeneficiary`. */
  body: z.object({ undo: z.string().check(z.maxLength(12_000)) }),
  data: z.object({}),
  errors: ['NOT_FOUND', 'BENEFICIARY_KNOWN', 'TOO_MANY'],
})

/**
 * Updates only the fields sent: nickname, name and address of the customer, phone and default amount, which null removes.
 * The number itself cannot change; the phone of an airtime beneficiary is its number.
 */
export const updateBeneficiary = defineEndpoint({
  name: 'updateBeneficiary',
  method: 'POST',
  path: '/account/beneficiaries/{kind}/{uniqueid}/update',
  audience: 'verified',
  summary: 'Changes the details of a saved beneficiary',
  params: z.object({ kind: z.enum(beneficiaryKinds), uniqueid: z.string().check(z.maxLength(40)) }),
  body: z.object({
    ...customerFields,
    phone_number: optionalPhone,
    def_amount: optionalNaira,
  }),
  data: z.object({}),
  errors: ['NOT_FOUND'],
})
