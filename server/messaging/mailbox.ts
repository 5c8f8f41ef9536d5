const gmailDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox of an e-mail address (in lower case), for limits: providers deliver an address with "+tag" to the mailbox
 * without, and Gmail ignores dots. Two addresses of one mailbox are still two accounts.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const name = email.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return gmailDomains.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
