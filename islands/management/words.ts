import { serviceNames } from '../../shared/constants.ts'
import { counterpartyNames } from '../../shared/counterparties.ts'

const names: Readonly<Record<string, string>> = { ...counterpartyNames, ...serviceNames }

/** At the beginning of a sentence. */
export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

/** A value of ours for people: a counterparty's or service's own name, else its words: `vend_failed` → "vend failed". */
export const nameOf = (value: string): string => names[value] ?? value.replaceAll('_', ' ')
