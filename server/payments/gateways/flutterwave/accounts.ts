/**
 * A permanent account has one `tx_ref` for all that arrives on it, and checkouts have one each: accounts of
 * ours are known by what it begins with.
 */
const mark = 'VA-'

export const txRefOfAccount = (accountReference: string): string => `${mark}${accountReference}`

/** Our reference of the account that a `tx_ref` is of; null when it is a payment's. */
export const accountReferenceIn = (txRef: string): string | null =>
  txRef.startsWith(mark) ? txRef.slice(mark.length) : null
