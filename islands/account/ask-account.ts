import type { Call, DataOf, Envelope } from '../../shared/contract.ts'
import { login } from '../../shared/pages.ts'
import { ApiError, type Asking, ask, askFile, noAnswerText, offlineText, tell } from '../lib/index.ts'
import { go } from '../purchase/go.ts'

const offlineHere = 'No internet connection, please check your connection and try again.'

/**
 * A call of the account area or the back office: an ended session leads to sign in and gives null; a refusal is
 * told in a toast for each field, unless it was asked quietly or for the first alone, and rethrown.
 * Source: specification 2, section 8; decisions D-023, D-087.
 */
export async function askAccount<const C extends Call>(
  it: C,
  asking: Asking<C> = {},
): Promise<Envelope<DataOf<C>> | null> {
  try {
    const envelope = await ask<C>(it, { ...asking, quiet: true })
    if (!envelope) go.to(login)
    return envelope ?? null
  } catch (error) {
    const said = inWordsOfHere(error)
    if (!asking.quiet) tell(said, asking.everyField ?? true)
    throw said
  }
}

/** A file of the account area; null when the session had ended, which leads to sign in. Never toasts. */
export async function askAccountFile<const C extends Call>(
  it: C,
  asking: Pick<Asking<C>, 'params' | 'query'> = {},
): Promise<Blob | null> {
  try {
    const file = await askFile<C>(it, asking)
    if (!file) go.to(login)
    return file ?? null
  } catch (error) {
    throw inWordsOfHere(error)
  }
}

/** Why something could not be fetched, in one sentence. */
export const lostText = () => (navigator.onLine === false ? offlineHere : noAnswerText)

const inWordsOfHere = (error: unknown): unknown =>
  error instanceof ApiError && error.message === offlineText ? new ApiError(offlineHere) : error
