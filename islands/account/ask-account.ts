import type { Call, DataOf, Envelope } from '../../shared/contract.ts'
import { login } from '../../shared/pages.ts'
import { ApiError, type Asking, ask, offlineText, tell, toast } from '../lib/index.ts'
import { go } from '../purchase/go.ts'

const offlineHere = 'No internet connection, please check your connection and try again.'

/**
 * A call of the account area or the back office: an ended session leads to sign in and gives null; a refusal is
 * told in a toast for each field, unless it was asked quietly, and rethrown.
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
    if (asking.quiet) throw error
    if (error instanceof ApiError && error.message === offlineText) toast.error(offlineHere)
    else tell(error, asking.everyField ?? true)
    throw error
  }
}
