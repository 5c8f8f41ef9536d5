import { defineTexts } from '../../shared/i18n.ts'

/** Why a response to a dispute failed, for managers. */
export const disputeFailureTexts = defineTexts('disputeFailure', {
  unsupported: 'The gateway does not support this action.',
  notReceived: 'The gateway did not receive it.',
  notSent: 'It was not sent, because its time limit passed.',
  noUploadUrl: '{gateway} returned no URL to upload the evidence to.',
  notUploaded: 'The evidence could not be uploaded.',
  evidenceNotSubmitted: 'The evidence could not be submitted to {gateway}.',
  unreachable: '{gateway} could not be reached.',
  rejected: '{gateway} rejected the response.',
})
