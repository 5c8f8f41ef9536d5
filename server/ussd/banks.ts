interface SendingBank {
  readonly name: string
  /** The code to dial: `{amount}` in whole naira, `{account}` of 10 digits. */
  readonly code: string
}

/**
 * Codes by which customers of a bank send money to an account at another bank, by the bank's NIBSS code. Listed are
 * banks whose code is published by the bank or by a gateway, or is the same in independent lists; customers of another
 * bank use their bank's own menu. Read on 2026-11-25.
 *
 * Sources: Monnify API, `GET /api/v1/sdk/transactions/banks`, `ussdTemplate` (Access, UBA, Zenith);
 * sterlingbankng.com/822 (Sterling); techcabal.com, 2015-06-03, on the bank's announcement (GTBank);
 * momocalc.com/codes/ussd/nigeria, June 2026, equal to a NIBSS bank list of 2026 (FCMB, Fidelity, First Bank).
 * Left out because lists differ or name a menu only: Ecobank, Keystone, Polaris, Stanbic IBTC, Union, Unity, Wema.
 */
const transferCodes: Readonly<Record<string, SendingBank>> = {
  '044': { name: 'Access', code: '*901*{amount}*{account}#' },
  '214': { name: 'FCMB', code: '*329*{amount}*{account}#' },
  '070': { name: 'Fidelity', code: '*770*{account}*{amount}#' },
  '011': { name: 'First Bank', code: '*894*{amount}*{account}#' },
  '058': { name: 'GTBank', code: '*737*2*{amount}*{account}#' },
  '232': { name: 'Sterling', code: '*822*5*{amount}*{account}#' },
  '033': { name: 'UBA', code: '*919*4*{account}*{amount}#' },
  '057': { name: 'Zenith', code: '*966*{amount}*{account}#' },
}

/** The banks with a transfer code, from which a customer can send, by name. One screen shows at most eight. */
export const sendingBanks = Object.entries(transferCodes)
  .map(([code, { name }]) => ({ code, label: name }))
  .sort((one, other) => one.label.localeCompare(other.label))

/** The code that a customer of the bank dials; null for a bank whose code is not known. */
export function transferCode(sendingBank: string, to: { amount: string; account: string }): string | null {
  if (!Object.hasOwn(transferCodes, sendingBank)) return null
  const code = transferCodes[sendingBank]?.code ?? ''
  return code.replace('{amount}', to.amount).replace('{account}', to.account)
}
