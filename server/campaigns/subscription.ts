import type { Secrets } from '../secrets/index.ts'

/** Binds the token to its purpose: no other encrypted text is accepted as one. */
const context = 'email-subscription'

/**
 * Proof that its holder received a campaign's e-mail: the address, encrypted and authenticated (AES-256-GCM). It is in the
 * link and the header to unsubscribe, reveals nothing about the address, and is not stored.
 */
export const subscriptionToken = (secrets: Secrets, email: string): string => secrets.encrypt(email, context)

/** @returns the address of a token; null for any other text */
export function emailOfToken(secrets: Secrets, token: string): string | null {
  try {
    return secrets.decrypt(token, context)
  } catch {
    return null
  }
}
