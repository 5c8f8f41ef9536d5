import { defineTexts } from '../../shared/i18n.ts'

/** Referral code, referred users and redeeming the bonus. */
export const referralTexts = defineTexts('referral', {
  title: 'Referral',
  codeTitle: 'Your referral code',
  introduction:
    'A friend who registers with it earns you {bonus} UTW (bonus points), once an order of {minimum} or more is delivered to them.',
  copyLink: 'Copy link',
  copyReferralLink: 'Copy your referral link',
  linkCopied: 'Link copied.',
  linkNotCopied: 'The link could not be copied.',
  share: 'Share',
  notShared: 'It could not be shared. Copy the link instead.',
  shareUnavailable:
    'This sharing option is not available on this device. Please try again or choose another option.',
  exchangeRate: '{rate} NGN = {rate} UTW point',

  usersTitle: 'People you referred',
  noUsersHint: 'A friend who registers with your link appears here.',
  earned: 'Earned so far: {bonus} UTW',
  noPurchase: 'No purchase yet',
  userBonus: '+{bonus} UTW',

  redeemTitle: 'Redeem your bonus',
  balance: 'Balance: <strong>{balance} UTW</strong>',
  amount: 'Amount to redeem',
  amountHint: 'At least {minimum} UTW. It goes into your wallet.',
  redeem: 'Redeem',
  redeeming: 'Redeeming your bonus, please wait...',
  redeemed: 'Bonus moved to your wallet.',
})
