import * as z from 'zod/mini'
import { beneficiaryTypeOf } from '../../shared/beneficiaries.ts'
import type { UserId } from '../../shared/ids.ts'
import { ApiError } from '../http/index.ts'
import { createUndoToken, parseUndoToken, type Secrets } from '../secrets/index.ts'
import type { NewBeneficiary } from './store.ts'

const nullableText = z.nullable(z.string())
const DeletedBeneficiary = z.object({
  id: z.string(),
  createdAt: z.coerce.date(),
  uniqueid: z.string(),
  type: z.enum(Object.values(beneficiaryTypeOf)),
  number: z.string(),
  phone: nullableText,
  amountKobo: z.nullable(z.coerce.bigint()),
  customerName: nullableText,
  customerAddress: nullableText,
  notes: nullableText,
  details: z.record(z.string(), nullableText),
})

const contextOf = (userId: UserId) => `deleted beneficiary of ${userId}`

export const createBeneficiaryUndoToken = (
  secrets: Secrets,
  { userId, ...beneficiary }: Required<NewBeneficiary>,
): string => createUndoToken(secrets, contextOf(userId), beneficiary)

/** @throws ApiError NOT_FOUND for an altered or expired token, and for one of another user */
export function parseBeneficiaryUndoToken(secrets: Secrets, userId: UserId, undo: string): NewBeneficiary {
  const beneficiary = parseUndoToken(secrets, contextOf(userId), { schema: DeletedBeneficiary, undo })
  if (!beneficiary) throw new ApiError('NOT_FOUND')
  return { ...beneficiary, userId }
}
