/** A token's digits in groups of four: "12345678" → "1234 5678". */
export const groupDigits = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')
