import { defineTexts } from '../../shared/i18n.ts'

/** States and reasons of a vend attempt. */
export const attemptTexts = defineTexts('managementAttempt', {
  sending: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  unknown: 'no clear result',
  written_off: 'written off',

  rejected: 'rejected by the vendor',
  reversed: 'reversed by the vendor',
  float_empty: 'our float at the vendor is empty',
  product_down: 'the product is unavailable at the vendor',
  duplicate: 'rejected as a duplicate',
  our_fault: 'the vendor rejected our request',
  timeout: 'the vendor did not answer in time',
  processing: 'the vendor is still processing it',
  unreadable: 'the answer could not be read',
  unlisted: 'an answer that the vendor does not document',
  no_token: 'reported as delivered without a token',
  never_received: 'the vendor never received it',
  for_a_person: 'only the vendor’s support can confirm the outcome',
  vendor_review: 'the vendor’s support has it in review',
  requery_rejected: 'the vendor rejected the requery',
  mismatch: 'the delivery does not match the order',
  no_vendor: 'the vendor is no longer configured',
  noReason: 'without a reason',
})
