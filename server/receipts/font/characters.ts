/**
 * The characters of the receipt fonts: Latin with the marks of Yoruba, Igbo and Hausa, common punctuation, and the
 * naira sign, which the standard PDF fonts lack.
 */
export const characters = [
  charactersBetween(0x20, 0x7e), // ASCII
  charactersBetween(0xa0, 0xff), // Latin-1
  charactersBetween(0x100, 0x17f), // Latin Extended-A
  'ƁɓƊɗƘƙƳƴǸǹ', // Hausa hooks, nasal with grave
  charactersBetween(0x300, 0x304), // combining grave, acute, circumflex, tilde, macron
  '\u0323\u0329', // combining dot and line below
  'ẠạḌḍẸẹḤḥỊịṄṅỌọṢṣṬṭỤụẒẓ', // dots below and above
  '–—‘’‚“”„•…‹›€₦',
].join('')

function charactersBetween(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at))
}
