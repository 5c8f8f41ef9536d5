import * as z from 'zod/mini'
import { defineEndpoint } from './contract.ts'

/** Translations of one language that replace those of its catalogue, by id of the text. */
const TranslationEntries = z.record(z.string(), z.object({ message: z.string(), reviewed: z.boolean() }))

/** For web servers in front of a remote API, which have no database. */
export const getTranslationChanges = defineEndpoint({
  name: 'getTranslationChanges',
  method: 'GET',
  path: '/translations/changes',
  audience: 'anyone',
  summary: 'Translations that replace those of the catalogues',
  query: z.object({
    /** The version that the caller has. */
    version: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  }),
  data: z.object({
    version: z.string(),
    /** Null when the caller has this version. */
    changes: z.nullable(
      z.object({
        pcm: TranslationEntries,
        ha: TranslationEntries,
        yo: TranslationEntries,
        ig: TranslationEntries,
      }),
    ),
  }),
})
