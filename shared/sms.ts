/** Characters of the GSM 03.38 alphabet, each one septet; those of its extension take two. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('^{}\\[~]|€\f')

const septets = { alone: 160, joined: 153 } as const
const units = { alone: 70, joined: 67 } as const

/** What one SMS costs to a Nigerian number, naira: an estimate for the screen. Source: providers' price lists, 2026 */
const nairaEach = 4

/** How long a text is as SMS: one sign outside the GSM alphabet makes all of it UCS-2. Source: 3GPP TS 23.038 */
export function smsLength(text: string): { characters: number; segments: number; costNaira: number } {
  const signs = [...text]
  const isGsm = signs.every((sign) => basic.has(sign) || extended.has(sign))
  const length = isGsm ? signs.reduce((sum, sign) => sum + (extended.has(sign) ? 2 : 1), 0) : text.length
  const { alone, joined } = isGsm ? septets : units
  const segments = length === 0 ? 0 : length <= alone ? 1 : Math.ceil(length / joined)
  return { characters: signs.length, segments, costNaira: segments * nairaEach }
}

export const helpWords = (helpUrl: string): string => `Help: ${helpUrl}`
