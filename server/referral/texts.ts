import { defineTexts } from '../../shared/i18n.ts'

/** Notifications and messages of the API about the referral bonus. 1 UTW is 1 naira. */
export const referralServerTexts = defineTexts('referralServer', {
  earnedSubject: 'You earned a referral bonus',
  earned:
    'Someone you referred made their first purchase. You earned a bonus of {amount} UTW (1 NGN = 1 UTW).',
  redeemedSubject: 'Bonus redeemed',
  redeemed: '{amount} of your referral bonus is in your wallet.',
  belowMinimum: 'Please redeem at least {amount} UTW.',
  movedToWallet: 'Bonus moved to your wallet.',
})
