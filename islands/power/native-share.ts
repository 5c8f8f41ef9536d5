import { toast } from '../lib/index.ts'

/** The device's share sheet. Closing it shows no message. Source: decision D-080. */
export async function shareByDevice(text: string): Promise<void> {
  if (typeof navigator.share !== 'function') {
    return toast.error(
      'This sharing option is not available on this device. Please try again or choose another option.',
    )
  }
  try {
    await navigator.share({ text })
    toast.success('Token shared successfully!')
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast.error('There is a problem sharing your token, please try again.')
  }
}
