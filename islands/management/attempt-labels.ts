import type { FailureReason, UnknownReason } from '../../shared/vending.ts'
import { attemptTexts } from './attempt-texts.ts'
import { displayName } from './labels.ts'

const texts: Readonly<Record<string, () => string>> = attemptTexts satisfies Readonly<
  Record<FailureReason | UnknownReason, () => string>
>

export const attemptStateText = (state: string): string => texts[state]?.() ?? displayName(state)
export const attemptReasonText = (reason: string | null): string =>
  reason === null ? attemptTexts.noReason() : (texts[reason]?.() ?? displayName(reason))
