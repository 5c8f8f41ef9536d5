import { formatMoney, type Kobo } from '../../shared/money.ts'

/** Anything on one line: stored text can begin no line, header or reading direction of its own. */
export const oneLine = (text: string, most = 120): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, most)

/**
 * A line for an SMS: characters of the basic alphabet alone, for one other makes every page shorter.
 * Accents are dropped, ₦ is NGN. Source: Termii documentation, "Number of characters"
 */
export const smsLine = (text: string): string =>
  oneLine(text, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/₦/g, 'NGN ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐-―]/g, '-')
    .replace(/[;^{}\\[\]~|`]/g, ' ')
    .replace(/[^\x20-\x7e]/g, '?')

/** Money in an SMS: the naira sign is outside its alphabet. */
export const smsMoney = (kobo: Kobo): string => formatMoney(kobo).replace('₦', 'NGN ')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (it) => entities[it] ?? it)
