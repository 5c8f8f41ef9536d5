import * as z from 'zod/mini'
import { beneficiaryTypeOf } from '../../shared/beneficiaries.ts'
import { ApiError } from '../http/index.ts'
import type { Secrets } from '../secrets/index.ts'
import type { NewBeneficiary } from './store.ts'

const lifetimeMs = 60 * 60 * 1000

const nullableText = z.nullable(z.string())
const Deleted = z.object({
  id: z.string(),
  createdAt: z.string(),
  uniqueid: z.string(),
  type: z.enum(Object.values(beneficiaryTypeOf)),
  number: z.string(),
  phone: nullableText,
  amountKobo: nullableText,
  customerName: nullableText,
  customerAddress: nullableText,
  notes: nullableText,
  details: z.record(z.string(), nullableText),
  until: z.number(),
})

const contextOf = (userId: string) => `deleted beneficiary of ${userId}`

/** A deleted beneficiary, encrypted: its owner can restore it for an hour, and nothing of it is stored here. */
export const createRestoreToken = (
  secrets: Secrets,
  { userId, ...beneficiary }: Required<NewBeneficiary>,
): string =>
  secrets.encrypt(
    JSON.stringify({
      ...beneficiary,
      amountKobo: beneficiary.amountKobo?.toString() ?? null,
      until: Date.now() + lifetimeMs,
    }),
    contextOf(userId),
  )

/** @throws ApiError NOT_FOUND for an altered or expired text, and for one of another user */
export function parseRestoreToken(secrets: Secrets, userId: string, undo: string): NewBeneficiary {
  const { until, createdAt, amountKobo, ...beneficiary } = parse(secrets, userId, undo)
  if (until < Date.now()) throw new ApiError('NOT_FOUND')
  return {
    ...beneficiary,
    userId,
    createdAt: new Date(createdAt),
    amountKobo: amountKobo === null ? null : BigInt(amountKobo),
  }
}

function parse(secrets: Secrets, userId: string, undo: string): z.infer<typeof Deleted> {
  try {
    return Deleted.parse(JSON.parse(secrets.decrypt(undo, contextOf(userId))))
  } catch {
    throw new ApiError('NOT_FOUND')
  }
}
