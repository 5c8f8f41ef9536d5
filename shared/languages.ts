/** Languages of the guest pages, USSD, SMS and e-mails. Texts are English until a customer chooses another one. */
export const languages = ['en', 'pcm', 'ha', 'yo', 'ig'] as const
export type Language = (typeof languages)[number]
/** Languages with a catalogue of translations. */
export const translatedLanguages = ['pcm', 'ha', 'yo', 'ig'] as const satisfies readonly Language[]
export type TranslatedLanguage = (typeof translatedLanguages)[number]

/**
 * A language for tests, in simulated mode only: English with marked letters and about 35 % longer, so that text outside
 * the catalogue, and places that are too small, are found.
 */
export const pseudoLanguage = 'pseudo'
export type PageLanguage = Language | typeof pseudoLanguage

/** Name of each language in itself. */
export const languageNames = {
  en: 'English',
  pcm: 'Pidgin',
  ha: 'Hausa',
  yo: 'Yorùbá',
  ig: 'Igbo',
} as const satisfies Record<Language, string>

export const isLanguage = (value: unknown): value is Language =>
  (languages as readonly unknown[]).includes(value)

/** The language of that code; English for an unknown one. */
export const languageOf = (value: unknown): Language => (isLanguage(value) ? value : 'en')
