import { type FailureKind, storedFailureKinds } from '../../shared/vending.ts'
import { displayName } from './labels.ts'
import { overviewTexts } from './overview-texts.ts'

const texts: Readonly<Record<FailureKind, () => string>> = {
  no_response: overviewTexts.noResponse,
  failing: overviewTexts.failing,
}
const textsByStoredKind = new Map<string, () => string>(
  (Object.keys(texts) as FailureKind[]).map((kind) => [storedFailureKinds[kind], texts[kind]]),
)

/** Why a vendor is paused, in words. @param reason as the API responds */
export const pauseReasonText = (reason: string): string =>
  textsByStoredKind.get(reason)?.() ?? displayName(reason)
