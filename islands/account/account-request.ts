import type { DataOf, Endpoint, Envelope } from '../../shared/contract.ts'
import { loginPath } from '../../shared/pages.ts'
import {
  downloadFile,
  noResponseText,
  offlineText,
  RequestError,
  type RequestOptions,
  request,
  toastError,
} from '../lib/index.ts'
import { navigate } from '../purchase/navigate.ts'
import { accountTexts } from './texts.ts'

/**
 * Sends a request of the account area or the back office. An ended session redirects to sign-in and returns null.
 * An error is rethrown; unless `quiet`, each field error (or only the first, without `everyField`) is a toast.
 * Source: specification 2, section 8; rulings D-023, D-087.
 */
export async function accountRequest<const C extends Endpoint>(
  endpoint: C,
  options: RequestOptions<C> = {},
): Promise<Envelope<DataOf<C>> | null> {
  try {
    const envelope = await request<C>(endpoint, { ...options, quiet: true })
    if (!envelope) navigate.to(loginPath)
    return envelope ?? null
  } catch (error) {
    const accountError = withAccountOfflineText(error)
    if (!options.quiet) toastError(accountError, options.everyField ?? true)
    throw accountError
  }
}

/** Downloads a file. An ended session redirects to sign-in and returns null. Shows no toast. */
export async function accountDownload<const C extends Endpoint>(
  endpoint: C,
  options: Pick<RequestOptions<C>, 'params' | 'query'> = {},
): Promise<Blob | null> {
  try {
    const file = await downloadFile<C>(endpoint, options)
    if (!file) navigate.to(loginPath)
    return file ?? null
  } catch (error) {
    throw withAccountOfflineText(error)
  }
}

/** One-sentence reason for a failed fetch. */
export const fetchErrorText = () => (navigator.onLine === false ? accountTexts.offline() : noResponseText())

const withAccountOfflineText = (error: unknown): unknown =>
  error instanceof RequestError && error.message === offlineText()
    ? new RequestError(accountTexts.offline())
    : error
