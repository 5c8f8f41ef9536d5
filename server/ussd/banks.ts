/**
 * Codes by which customers of a bank send money to an account at another bank, with the amount in whole naira. Only
 * banks for which public lists agree on the code; with another bank the customer uses its own menu.
 */
const transferCodes = {
  first: { name: 'First Bank', code: '*894*{amount}*{account}#' },
  gtbank: { name: 'GTBank', code: '*737*2*{amount}*{account}#' },
  zenith: { name: 'Zenith', code: '*966*{amount}*{account}#' },
} as const

export const transferBanks = Object.entries(transferCodes).map(([code, { name }]) => ({ code, label: name }))

/** The code that a customer of the bank dials; null for a bank whose code is not known. */
export function transferCode(bank: string, to: { amount: string; account: string }): string | null {
  if (!Object.hasOwn(transferCodes, bank)) return null
  const { code } = transferCodes[bank as keyof typeof transferCodes]
  return code.replace('{amount}', to.amount).replace('{account}', to.account)
}
