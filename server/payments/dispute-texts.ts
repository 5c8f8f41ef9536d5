import { defineTexts } from '../../shared/i18n.ts'

/** Why a response to a dispute failed, for managers. */
export const disputeFailureTexts = defineTexts('disputeFailure', {
  unsupported: 'The gateway takes no responses to disputes through its API.',
  notReceived: 'The gateway did not receive the response.',
  notSent: 'The response was not sent within its time limit.',
  noUploadUrl: '{gateway} returned no URL to upload the evidence to.',
  notUploaded: 'The evidence could not be uploaded.',
  evidenceNotSent: 'The evidence could not be sent to {gateway}.',
  unreachable: '{gateway} could not be reached.',
  rejected: '{gateway} rejected the response.',
})
