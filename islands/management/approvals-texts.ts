import { defineTexts } from '../../shared/i18n.ts'

/** Requests that a second manager approves or rejects. */
export const approvalsTexts = defineTexts('managementApprovals', {
  title: 'Pending and recent approvals',
  walletCredit: 'Wallet credit',
  refund: 'Refund',
  unallocatedFunds: 'Unallocated funds',
  purchase: 'Purchase',
  limits: 'Fees or limits',
  goodwill: 'Goodwill',
  scopes: 'Scopes of a manager',
  empty: 'Nothing to approve',
  requestedBy: 'Requested by',
  decision: 'Decision',
  approve: 'Approve',
  reject: 'Reject',
  rejectionReason: 'Reason for rejecting (optional)',
  confirmRejection: 'Reject request',
  confirmAmount: 'You approve {amount}, requested by {manager}.',
  confirmRequest: 'You approve a request of {manager}.',
  rejectAmount: 'You reject {amount}, requested by {manager}.',
  rejectRequest: 'You reject a request of {manager}.',
  decidedBy: '{status} by {manager}',
  decidedByWithReason: '{status} by {manager}: {reason}',
  decidedWithReason: '{status}: {reason}',

  fundsDestination: '{note} It goes {destination}.',
  fundsDestinationUser: '{note} It goes {destination}: <user></user>',
  scopeChange: '<user></user>: new role {role}',
  intoWallet: 'into the wallet',
  throughGateway: 'through the gateway',
  limitChange: '{limit}: from {from} to {to}',
})
