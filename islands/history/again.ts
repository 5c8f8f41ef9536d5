import { buyAgain } from '../../shared/history.ts'
import { askAccount } from '../account/ask-account.ts'
import { go } from '../purchase/go.ts'

/** Makes the same order once more and goes to it. @returns whether the page is being left */
export async function goAgain(reference: string): Promise<boolean> {
  try {
    const link = (await askAccount(buyAgain, { params: { reference } }))?.data?.link
    if (link) go.to(link)
    return link !== undefined
  } catch {
    // Told in a toast.
    return false
  }
}
