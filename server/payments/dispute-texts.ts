import { defineTexts } from '../../shared/i18n.ts'

/** Why a response to a dispute failed, for managers. */
export const disputeFailureTexts = defineTexts('disputeFailure', {
  unsupported: 'The gateway does not support this action.',
  notReceived: 'The gateway did not receive it.',
  noUploadAddress: '{gateway} gave no address for the evidence.',
  notUploaded: 'The evidence could not be uploaded.',
  evidenceRejected: '{gateway} did not accept the evidence.',
  unreachable: '{gateway} could not be reached.',
  rejected: '{gateway} rejected the response.',
})
