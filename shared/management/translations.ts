import * as z from 'zod/mini'
import { defineEndpoint } from '../contract.ts'
import { IsoTimestamp } from '../fields.ts'
import { translatedLanguages } from '../languages.ts'
import { managementFieldTexts } from './field-texts.ts'

/** `waiting`: translated, and no native reader has reviewed it. */
export const translationStates = ['waiting', 'missing', 'reviewed'] as const
export type TranslationState = (typeof translationStates)[number]
/**
 * `edited`: changed or reviewed in the back office, in any state. `outdated`: the stored translation does not fit the
 * current text, or the text has been removed.
 */
export const translationFilters = [...translationStates, 'edited', 'outdated'] as const
export type TranslationFilter = (typeof translationFilters)[number]

const Language = z.enum(translatedLanguages)
/** Longer than any text of the product. */
export const maxTranslationLength = 2_000

/** How many texts of a language are in each state. */
export const TranslationCounts = z.object({
  language: Language,
  total: z.int(),
  waiting: z.int(),
  missing: z.int(),
  reviewed: z.int(),
  edited: z.int(),
  outdated: z.optional(z.int()),
})
export type TranslationCounts = z.infer<typeof TranslationCounts>

export const TranslatedText = z.object({
  id: z.string(),
  english: z.string(),
  /** Null while the text has no translation; customers see English. */
  translation: z.nullable(z.string()),
  /** `removed`: no page or message has the text any more; only its outdated translation is listed. */
  state: z.enum([...translationStates, 'removed']),
  edited: z.boolean(),
  /** The English text has changed since the back office changed or reviewed this translation. */
  english_changed: z.boolean(),
  /**
   * A translation of the back office that customers do not see, because its placeholders do not match the current
   * English text or the text has been removed.
   */
  outdated: z.optional(z.string()),
})
export type TranslatedText = z.infer<typeof TranslatedText>

export const TranslationChange = z.object({
  id: z.string(),
  author: z.string(),
  at: IsoTimestamp,
  /** Null for the first translation of the text. */
  old: z.nullable(z.string()),
  new: z.string(),
  /** The author reviewed it as a native reader. */
  reviewed: z.boolean(),
})

export const TranslationDetails = z.extend(TranslatedText, {
  language: Language,
  /** Sent with an update in the header If-Match; '0' before the first change. */
  version: z.string(),
  /** Placeholders and marked parts, all of which a translation has: `{amount}`, `<link>`. */
  placeholders: z.array(z.string()),
  /** Name of the native reader; null while the text waits. */
  reviewer: z.nullable(z.string()),
  /** Newest first, at most 100. */
  history: z.array(TranslationChange),
})
export type TranslationDetails = z.infer<typeof TranslationDetails>

export const getTranslationCounts = defineEndpoint({
  name: 'getTranslationCounts',
  method: 'GET',
  path: '/management/translations/counts',
  audience: 'manager',
  summary: 'Translated, reviewed and missing texts of each language',
  data: z.array(TranslationCounts),
})

export const getTranslations = defineEndpoint({
  name: 'getTranslations',
  method: 'GET',
  path: '/management/translations',
  audience: 'manager',
  summary: 'Texts of one language, those that wait for review first',
  query: z.object({
    language: z.optional(Language),
    state: z.optional(z.enum(translationFilters)),
    /** Part of the id, the English text or the translation. */
    search: z.optional(z.string().check(z.maxLength(100))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  data: z.object({ list: z.array(TranslatedText), next: z.nullable(z.string()) }),
})

const params = z.object({ language: Language, id: z.string().check(z.maxLength(200)) })

export const getTranslation = defineEndpoint({
  name: 'getTranslation',
  method: 'GET',
  path: '/management/translations/{language}/{id}',
  audience: 'manager',
  summary: 'One text with its translation and history',
  params,
  data: TranslationDetails,
  errors: ['NOT_FOUND'],
})

export const updateTranslation = defineEndpoint({
  name: 'updateTranslation',
  method: 'POST',
  path: '/management/translations/{language}/{id}',
  audience: 'manager',
  summary: 'Changes a translation, or marks it as reviewed by the manager',
  requiresVersion: true,
  params,
  body: z.object({
    translation: z
      .string({ error: managementFieldTexts.translationMissing })
      .check(
        z.trim(),
        z.minLength(1, { error: managementFieldTexts.translationMissing }),
        z.maxLength(maxTranslationLength),
      ),
    /** The manager is a native reader and has reviewed this translation. */
    reviewed: z.boolean(),
  }),
  data: TranslationDetails,
  errors: ['NOT_FOUND', 'TRANSLATION_CHANGED', 'NO_CHANGES'],
})
