import { toast } from '../lib/index.ts'
import { powerReceiptTexts } from './receipt-texts.ts'

/** The device's share sheet. Closing it shows no message. Source: decision D-080. */
export async function shareByDevice(text: string): Promise<void> {
  if (typeof navigator.share !== 'function') {
    return toast.error(powerReceiptTexts.shareUnavailable())
  }
  try {
    await navigator.share({ text })
    toast.success(powerReceiptTexts.shared())
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast.error(powerReceiptTexts.shareFailed())
  }
}
