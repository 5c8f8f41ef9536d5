import * as z from 'zod/mini'
import { accountFieldTexts } from './account-field-texts.ts'
import { VirtualAccount } from './beneficiaries.ts'
import { defineEndpoint } from './contract.ts'
import { NairaNumber, requiredText } from './fields.ts'

/** Lengths as typed. A NUBAN has 10 digits, the field takes 11. Source: specification 2, section 9; E-032 */
export const bvnLength = 11
export const accountNumberInputLength = 11

/** Data that the dialog shows before the user types. */
export const VirtualAccountRequirements = z.object({
  /** False while no provider can check a BVN or reserve an account. */
  available: z.boolean(),
  /** Naira deducted from each transfer; null when not configured, and then no amount is shown. */
  funding_fee: z.nullable(NairaNumber),
  consent: z.string(),
  /** The verified BVN, masked to its last digits, and its account name. */
  bvn: z.nullable(z.string()),
  bvn_account_name: z.nullable(z.string()),
})
export type VirtualAccountRequirements = z.infer<typeof VirtualAccountRequirements>

export const getVirtualAccountRequirements = defineEndpoint({
  name: 'getVirtualAccountRequirements',
  method: 'GET',
  path: '/account/user/reserve-account-number',
  audience: 'verified',
  summary: 'Requirements and fee of a virtual account, and the verified BVN',
  data: VirtualAccountRequirements,
})

/**
 * Checks that a BVN and a bank account have the same owner. Bank codes are those of `GET /actions/get-all-banks`. A
 * mismatch does not say which value was wrong. Source: rulings E-032 to E-034.
 */
export const verifyBvn = defineEndpoint({
  name: 'verifyBvn',
  method: 'POST',
  path: '/account/user/verify-bvn',
  audience: 'verified',
  summary: 'Checks a BVN against a bank account, and stores it when they match',
  body: z.object({
    customer_bvn: z
      .string({ error: accountFieldTexts.bvnMissing })
      .check(z.trim(), z.regex(/^\d{11}$/, 'A BVN has 11 digits.')),
    bank_code: requiredText(accountFieldTexts.bankMissing, 20),
    account_number: z
      .string({ error: accountFieldTexts.accountNumberMissing })
      .check(z.trim(), z.regex(/^\d{10,11}$/, { error: accountFieldTexts.accountNumberInvalid })),
  }),
  data: z.object({ account_name: z.string() }),
  errors: ['INVALID', 'BVN_MISMATCH', 'KEY_BUSY', 'TOO_MANY', 'UNAVAILABLE'],
})

/** A virtual account with the meter or smartcard that it belongs to. */
export const ListedVirtualAccount = z.extend(VirtualAccount, {
  type: z.enum(['power', 'cable-tv']),
  number: z.string(),
  /** Nickname of the saved beneficiary, or its owner's name; null without either. */
  name: z.nullable(z.string()),
})
export type ListedVirtualAccount = z.infer<typeof ListedVirtualAccount>

/** Virtual accounts that have a number, the oldest first; also of beneficiaries that were deleted. */
export const getVirtualAccounts = defineEndpoint({
  name: 'getVirtualAccounts',
  method: 'GET',
  path: '/account/user/virtual-accounts/all',
  audience: 'verified',
  summary: "The user's virtual accounts",
  data: z.array(ListedVirtualAccount),
})

/**
 * Reserves a virtual account for one of the user's saved meters or smartcards; an existing account is returned. 202
 * 'pending' while the bank creates it: the client polls. Source: ruling E-029.
 */
export const reserveAccount = defineEndpoint({
  name: 'reserveAccount',
  method: 'POST',
  path: '/account/user/reserve-account-number',
  audience: 'verified',
  summary: 'Reserves a virtual account for a saved meter or smartcard',
  mayRespondPending: true,
  body: z.object({
    /** The `uniqueid` of the beneficiary. */
    beneficiary_id: requiredText(accountFieldTexts.beneficiaryMissing, 40),
    beneficiary: z.enum(['meter_number', 'smartcard_number', 'airtime', 'vtu-data'], {
      error: accountFieldTexts.beneficiaryMissing,
    }),
  }),
  data: z.object({ virtual_account: z.nullable(VirtualAccount) }),
  errors: ['NOT_FOUND', 'BVN_FIRST', 'NOT_RESERVABLE', 'RESERVATION_REFUSED', 'TOO_MANY', 'UNAVAILABLE'],
})

/**
 * Switches automatic purchase on or off: a transfer is credited to the wallet first, and an order for that amount is
 * created. If it cannot be bought, the money stays in the wallet and a notification gives the reason.
 */
export const setAutomaticPurchase = defineEndpoint({
  name: 'setAutomaticPurchase',
  method: 'POST',
  path: '/account/user/virtual-accounts/automatic-purchase',
  audience: 'verified',
  summary: 'Switches automatic purchase from a virtual account on or off',
  body: z.object({
    /** The `uniqueid` of the beneficiary. */
    beneficiary_id: requiredText(accountFieldTexts.beneficiaryMissing, 40),
    on: z.boolean({ error: accountFieldTexts.switchMissing }),
  }),
  data: z.object({ virtual_account: VirtualAccount }),
  errors: ['NOT_FOUND'],
})
