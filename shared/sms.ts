/** Characters of the GSM 03.38 alphabet take one septet each; those of its extension take two. */
const basicCharacters = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extendedCharacters = new Set('^{}\\[~]|€\f')

/** Maximum lengths of a single segment and of each of several, in septets and in UTF-16 code units. */
const septetLimits = { single: 160, multipart: 153 } as const
const codeUnitLimits = { single: 70, multipart: 67 } as const

/**
 * Length of a text as SMS: one character outside the GSM alphabet makes the whole text UCS-2. Source: 3GPP TS 23.038
 */
export function smsLength(text: string): { characters: number; segments: number } {
  const symbols = [...text]
  const isGsm = symbols.every((symbol) => basicCharacters.has(symbol) || extendedCharacters.has(symbol))
  const length = isGsm
    ? symbols.reduce((sum, symbol) => sum + (extendedCharacters.has(symbol) ? 2 : 1), 0)
    : text.length
  const { single, multipart } = isGsm ? septetLimits : codeUnitLimits
  const segments = length === 0 ? 0 : length <= single ? 1 : Math.ceil(length / multipart)
  return { characters: symbols.length, segments }
}

export const helpText = (helpUrl: string): string => `Help: ${helpUrl}`
