/** Characters of the GSM 03.38 alphabet, each one septet; those of its extension take two. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('^{}\\[~]|€\f')

const septets = { single: 160, multipart: 153 } as const
const units = { single: 70, multipart: 67 } as const

/**
 * Length of a text as SMS: one character outside the GSM alphabet makes the whole text UCS-2. Source: 3GPP TS 23.038
 */
export function smsLength(text: string): { characters: number; segments: number } {
  const symbols = [...text]
  const isGsm = symbols.every((symbol) => basic.has(symbol) || extended.has(symbol))
  const length = isGsm
    ? symbols.reduce((sum, symbol) => sum + (extended.has(symbol) ? 2 : 1), 0)
    : text.length
  const { single, multipart } = isGsm ? septets : units
  const segments = length === 0 ? 0 : length <= single ? 1 : Math.ceil(length / multipart)
  return { characters: symbols.length, segments }
}

export const helpText = (helpUrl: string): string => `Help: ${helpUrl}`
