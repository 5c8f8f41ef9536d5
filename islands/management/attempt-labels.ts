import { type FailureReason, type UnknownReason, vendorSupportOnly } from '../../shared/vending.ts'
import { attemptTexts } from './attempt-texts.ts'
import { displayName } from './labels.ts'

const stateTexts: Readonly<Record<string, () => string>> = {
  sending: attemptTexts.sending,
  delivered: attemptTexts.delivered,
  failed: attemptTexts.failed,
  unknown: attemptTexts.unknown,
  written_off: attemptTexts.written_off,
}
const reasonTexts: Readonly<Record<string, () => string>> = {
  rejected: attemptTexts.rejected,
  reversed: attemptTexts.reversed,
  float_empty: attemptTexts.float_empty,
  product_down: attemptTexts.product_down,
  duplicate: attemptTexts.duplicate,
  our_fault: attemptTexts.our_fault,
  timeout: attemptTexts.timeout,
  processing: attemptTexts.processing,
  unreadable: attemptTexts.unreadable,
  unlisted: attemptTexts.unlisted,
  no_token: attemptTexts.no_token,
  never_received: attemptTexts.never_received,
  [vendorSupportOnly]: attemptTexts.vendorSupportOnly,
  mismatch: attemptTexts.mismatch,
  no_vendor: attemptTexts.no_vendor,
} satisfies Record<FailureReason | UnknownReason, () => string>

export const attemptStateText = (state: string): string => stateTexts[state]?.() ?? displayName(state)
export const attemptReasonText = (reason: string | null): string =>
  reason === null ? attemptTexts.noReason() : (reasonTexts[reason]?.() ?? displayName(reason))
