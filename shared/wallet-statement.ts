import * as z from 'zod/mini'
import { accountFieldTexts } from './account-field-texts.ts'
import { defineEndpoint } from './contract.ts'
import { Day } from './fields.ts'

/** At most a year: its entries are one document. */
const maxDays = 366
const dayMs = 24 * 60 * 60 * 1000

/**
 * Opening and closing balance, totals and every transaction of a period. `from` and `to` are days in Lagos, both
 * included.
 */
export const getWalletStatement = defineEndpoint({
  name: 'getWalletStatement',
  method: 'GET',
  path: '/account/wallet/statement',
  audience: 'verified',
  summary: "The caller's wallet transactions of a period, as a PDF",
  query: z.object({ from: Day, to: Day }).check(
    z.refine(({ from, to }) => from <= to, { error: accountFieldTexts.periodReversed, path: ['to'] }),
    z.refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / dayMs < maxDays, {
      error: accountFieldTexts.periodTooLong,
      path: ['to'],
    }),
  ),
  data: z.unknown(),
  responseType: 'application/pdf',
})
