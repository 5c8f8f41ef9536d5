import { defineTexts } from '../../shared/i18n.ts'

/** Notifications and messages of the API about virtual accounts, and transfers in the wallet history. */
export const virtualAccountServerTexts = defineTexts('virtualAccountServer', {
  /** Given by pressing Verify Details; stored verbatim with each check. Source: reliability D2 */
  bvnConsent:
    'I agree that my BVN, bank and account number are sent to our payment partner to confirm that they are mine and to open an account in my name.',
  verified: 'Your details were verified.',
  reserved: 'The account was reserved.',
  beingReserved: 'The bank is creating your account. Check again in a few minutes.',
  autoBuyOn: 'Transfers to this account now buy automatically.',
  autoBuyOff: 'Transfers to this account now stay in your wallet.',

  transferReason: 'Transfer to account {account}',
  ownAccount: 'of your own',
  receivedSubject: 'Money received',
  received: 'You received {paid} in account {account}. {credited} was added to your wallet.',
  receivedLessFee:
    'You received {paid} in account {account}. {credited} was added to your wallet after a funding fee of {fee}.',

  autoBuyFailedSubject: 'Auto-buy failed',
  autoBuyFailed: '{amount} for {number} stays in your wallet. {reason}',
  companyUnreachable: 'We could not reach the company.',
  amountNeeded: '{amount} is needed for it.',
  minimumNeeded: 'At least {amount} is needed for it.',
  boughtBeforeRecovery:
    'We cannot tell whether it was bought already. Please check, and buy it yourself if not.',
  beneficiaryRemoved: 'It is no longer one of your beneficiaries.',
  accountBlocked: 'Your account is blocked.',
  phoneMissing: 'A phone number for notifications is missing.',
})
