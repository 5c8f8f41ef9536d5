import * as z from 'zod/mini'
import { TypedPassword } from './accounts.ts'
import { defineEndpoint } from './contract.ts'
import { IsoTimestamp } from './fields.ts'

/** One kind of data: "Orders". Each row has the same keys; values are text, amounts in naira, times in ISO. */
export const AccountDataSection = z.object({
  name: z.string(),
  rows: z.array(z.record(z.string(), z.nullable(z.string()))),
})
export type AccountDataSection = z.infer<typeof AccountDataSection>

/** Everything stored about the user, without password, PIN, card tokens, electricity tokens and exam PINs. */
export const exportAccountData = defineEndpoint({
  name: 'exportAccountData',
  method: 'POST',
  path: '/account/user/data/export',
  audience: 'user',
  summary: 'Returns the data stored about the user',
  body: z.object({ password: TypedPassword }),
  data: z.object({ exported_at: IsoTimestamp, sections: z.array(AccountDataSection) }),
  errors: ['PASSWORD_WRONG', 'TOO_MANY', 'UNAVAILABLE'],
})
