import { OrderReference } from '../../shared/references.ts'

/** A command in an SMS. */
export type Command =
  | { readonly type: 'token'; readonly meter: string }
  | { readonly type: 'status'; readonly reference: string }
  | { readonly type: 'help' | 'stop' | 'start' }

/** Other words that people use, in capitals. */
const keywords: Readonly<Record<string, Command['type']>> = {
  TOKEN: 'token',
  STATUS: 'status',
  HELP: 'help',
  INFO: 'help',
  STOP: 'stop',
  STOPALL: 'stop',
  UNSUBSCRIBE: 'stop',
  CANCEL: 'stop',
  END: 'stop',
  QUIT: 'stop',
  START: 'start',
  UNSTOP: 'start',
}

/** Reads an SMS: a word and a value, in any case. Null for anything else, which gets no reply. */
export function parseCommand(text: string): Command | null {
  const [word = '', ...values] = text
    .trim()
    .toUpperCase()
    .split(/[\s:,.]+/)
    .filter((part) => part !== '')
  const type = Object.hasOwn(keywords, word) ? keywords[word] : undefined
  const value = values.join('').replace(/-/g, '')
  switch (type) {
    case 'token':
      return /^\d{11,20}$/.test(value) ? { type, meter: value } : { type: 'help' }
    case 'status':
      return OrderReference.safeParse(value).success ? { type, reference: value } : { type: 'help' }
    case 'help':
    case 'stop':
    case 'start':
      return { type }
    case undefined:
      return null
  }
}
