import { buyAgain } from '../../shared/history.ts'
import { askAccount } from '../account/ask-account.ts'

/** Makes the same order once more and leaves for it. @returns whether the page is being left */
export async function goAgain(reference: string, leaveFor: (address: string) => void): Promise<boolean> {
  try {
    const link = (await askAccount(buyAgain, { params: { reference } }))?.data?.link
    if (link) leaveFor(link)
    return link !== undefined
  } catch {
    // Told in a toast.
    return false
  }
}
