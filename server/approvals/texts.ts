import { defineTexts } from '../../shared/i18n.ts'

/** Messages of the API about requests that a second manager decides, and destinations of unallocated funds. */
export const approvalServerTexts = defineTexts('approvalServer', {
  approved: 'Approved.',
  rejected: 'Rejected.',
  limitChangePending: 'Another change of the limits is pending approval.',
  scopeChangePending: 'Another change of these scopes is pending approval.',
  ownAccount: 'You cannot do this for your own account. Ask another manager.',
  amountChanged:
    '{requested} was requested, and {amount} is left to pay. Reject this request, and request the payment again.',
  ownRequest: 'You can’t decide your own request. Another manager must.',
  toWallet: 'into a wallet',
  toBank: 'back by bank transfer {reference}',
  toGateway: 'back through the gateway',
})
