import { formatMoney, type Kobo } from '../../shared/money.ts'
import { oneLine } from '../../shared/text.ts'

/** Letters of Hausa that do not decompose into a plain letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ƙ: 'k',
  Ƙ: 'K',
  ƴ: 'y',
  Ƴ: 'Y',
}

/**
 * A line for an SMS or a USSD screen, in the basic GSM alphabet only: one other character makes the whole message UCS-2,
 * with 70 characters in place of 160. So Yoruba, Igbo and Hausa are sent in plain letters: tone marks and dots below are
 * dropped (ọ̀ is o, ṣ is s, ụ is u, ṅ is n), hooked letters lose their hook (ɓ is b, ƙ is k), ₦ is NGN. Readers know
 * this spelling from their own messages.
 * Source: Termii documentation, "Number of characters"
 */
export const smsLine = (text: string): string =>
  oneLine(text, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ɓƁɗƊƙƘƴƳ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/₦/g, 'NGN ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐-―]/g, '-')
    .replace(/[;^{}\\[\]~|`]/g, ' ')
    .replace(/[^\x20-\x7e]/g, '?')

/** Characters of the GSM alphabet in an SMS of one segment, and in each segment of a longer one. */
const singleSegment = 160
const segmentOfSeveral = 153

/** Number of segments of a text in the GSM alphabet; each is billed. */
export const smsSegments = (text: string): number =>
  text.length <= singleSegment ? 1 : Math.ceil(text.length / segmentOfSeveral)

/** The lines of an SMS: an optional line that would cost another segment is left out. The link comes last. */
export function fitSms(required: readonly string[], optional: readonly string[], link: string): string {
  const textOf = (lines: readonly string[]) => [...lines, link].join('\n')
  const segments = smsSegments(textOf(required))
  const lines = [...required]
  for (const line of optional) if (smsSegments(textOf([...lines, line])) <= segments) lines.push(line)
  return textOf(lines)
}

/** Money in an SMS: the naira sign is outside its alphabet. */
export const smsMoney = (kobo: Kobo, currency = 'NGN'): string =>
  formatMoney(kobo).replace('₦', `${currency} `)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
