import { defineTexts } from '../../shared/i18n.ts'

/** State of a manager's response to a dispute. */
export const disputeResponseTexts = defineTexts('disputeResponseServer', {
  requested: 'The response is being sent.',
  unknown: 'The gateway did not answer. We are checking whether it received the response.',
  received: 'The gateway received the response.',
  failed: 'The gateway rejected the response.',
})

/** Errors of the evidence in a response to a dispute. */
export const disputeEvidenceTexts = defineTexts('disputeEvidenceServer', {
  missing: 'Please attach evidence.',
  typeInvalid: 'Please attach a PDF, PNG or JPEG.',
})
