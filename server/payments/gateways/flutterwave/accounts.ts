/**
 * A permanent account has one `tx_ref` for all of its deposits; each checkout has its own. A prefix identifies
 * account references.
 */
const accountPrefix = 'VA-'

export const accountTxRef = (accountReference: string): string => `${accountPrefix}${accountReference}`

/** Our account reference in a `tx_ref`; null when it is a payment's. */
export const parseAccountReference = (txRef: string): string | null =>
  txRef.startsWith(accountPrefix) ? txRef.slice(accountPrefix.length) : null
