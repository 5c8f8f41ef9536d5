import { toast } from '../lib/index.ts'
import { successTexts } from './success-texts.ts'

/** Messages about sharing. */
export interface ShareTexts {
  successMessage: () => string
  failureMessage: () => string
}

const receiptShareTexts: ShareTexts = {
  successMessage: successTexts.shared,
  failureMessage: successTexts.shareFailed,
}

/** The device's share sheet. Closing it shows no message. Source: ruling D-080. */
export async function openShareSheet(text: string, texts: ShareTexts = receiptShareTexts): Promise<void> {
  if (typeof navigator.share !== 'function') return toast.error(successTexts.shareUnavailable())
  try {
    await navigator.share({ text })
    toast.success(texts.successMessage())
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast.error(texts.failureMessage())
  }
}
