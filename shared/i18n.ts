import { IntlMessageFormat } from 'intl-messageformat'

/**
 * Interface texts in ICU MessageFormat (https://formatjs.github.io/docs/core-concepts/icu-syntax): `{units}` inserts a
 * value, `{count, plural, one {# order} other {# orders}}` chooses a form, `<terms>…</terms>` marks a part that the
 * caller renders, for example as a link. `''` is an apostrophe only directly before `{`, `}` or `<`.
 *
 * Each feature has one module of texts (`texts.ts` or `NAME-texts.ts`), which exports only results of {@link defineTexts}.
 */
type ParsedMessage = ConstructorParameters<typeof IntlMessageFormat>[0]

/** Messages of another language, by id. A message that it omits is shown in English. */
export type Translation = Readonly<Record<string, ParsedMessage>>

/** A language that texts are shown in. `locale` is a BCP 47 tag, which selects plural rules and number formats. */
export interface MessageLanguage {
  readonly locale: string
  readonly messages: Translation
}

const english: MessageLanguage = { locale: 'en', messages: {} }
let current = (): MessageLanguage => english

/** Shows each text in the language that `source` returns when the text is formatted: on a server, the request's. */
export function setLanguageSource(source: () => MessageLanguage): void {
  current = source
}

/** Shows all texts in another language from now on. */
export function setLanguage(locale: string, messages: Translation): void {
  const language = { locale, messages }
  setLanguageSource(() => language)
}

/** Shows all texts in English from now on. */
export const resetLanguage = (): void => setLanguageSource(() => english)

/** Precedes a plural form, so that a name after it is text, not a placeholder. */
type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other' | '=0' | '=1' | '=2'
type NameOf<Rest extends string> = Rest extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? Name
    : Inside
  : never
/** Names of the placeholders in a message. */
type Placeholders<Message extends string> = Message extends `${infer Before}{${infer After}`
  ? (Before extends `${string} ${PluralForm} ` ? never : NameOf<After>) | Placeholders<After>
  : never
/** Names of the marked parts in a message. */
type Tags<Message extends string> = Message extends `${string}</${infer Tag}>${infer After}`
  ? Tag | Tags<After>
  : never

type Values<Message extends string> = Readonly<Record<Placeholders<Message>, string | number>>
type Renderers<Message extends string, Part> = Readonly<
  Record<Tags<Message>, (chunks: (string | Part)[]) => Part>
>

/** Where a text comes from: its id in the catalogue and its English message. */
export interface TextSource {
  readonly id: string
  readonly message: string
}

/**
 * A text as a function of its values. Texts with marked parts return the parts in order. A missing or unknown value
 * does not compile.
 */
type Text<Message extends string> = TextSource &
  ([Tags<Message>] extends [never]
    ? [Placeholders<Message>] extends [never]
      ? () => string
      : (values: Values<Message>) => string
    : <Part>(values: Values<Message> & Renderers<Message, Part>) => string | Part | (string | Part)[])

/** The texts of one feature. */
type Texts<Messages extends Record<string, string>> = {
  readonly [Key in keyof Messages]: Text<Messages[Key]>
}

/**
 * Declares the texts of a feature.
 * @param feature first part of each id: `power.meterNumber`
 * @param messages English messages by name. A name states the purpose of the text, not its content.
 */
export function defineTexts<const Messages extends Record<string, string>>(
  feature: string,
  messages: Messages,
): Texts<Messages> {
  const entries = Object.entries(messages).map(([name, message]) => {
    const id = `${feature}.${name}`
    return [name, Object.assign(formatterOf(id, message), { id, message })]
  })
  // The mapped type is what the entries are: one function for each message.
  return Object.fromEntries(entries) as Texts<Messages>
}

/** Placeholders, marked parts and quotes. A message without them is its own text. */
export const hasSyntax = /[{<]|'['}>]/

/** Parses a message at its first use in a language. The production build of the islands has parsed it already. */
function formatterOf(id: string, message: ParsedMessage) {
  const formatters = new WeakMap<MessageLanguage, IntlMessageFormat>()
  return (values?: Record<string, never>) => {
    const language = current()
    const translated = language.messages[id] ?? message
    if (typeof translated === 'string' && !hasSyntax.test(translated)) return translated
    let formatter = formatters.get(language)
    if (!formatter) {
      formatter = new IntlMessageFormat(
        translated,
        id in language.messages ? language.locale : english.locale,
      )
      formatters.set(language, formatter)
    }
    return formatter.format(values)
  }
}
