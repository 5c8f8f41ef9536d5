/** Phones go out as the vendors' samples write them; meters, smartcards and profiles as they are. */
export const numberOf = (beneficiary: string) =>
  beneficiary.startsWith('+') ? localPhone(beneficiary) : beneficiary

/** +2348012345678 → 08012345678 */
export const localPhone = (phone: string) => phone.replace(/^\+?234(?=\d{10}$)/, '0')
