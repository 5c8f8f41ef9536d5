import { buyAgain } from '../../shared/history.ts'
import { accountRequest } from '../account/account-request.ts'

/** Creates the same order again and opens it. @returns whether the page navigates away */
export async function startReorder(
  reference: string,
  navigateTo: (address: string) => void,
): Promise<boolean> {
  try {
    const link = (await accountRequest(buyAgain, { params: { reference } }))?.data?.link
    if (link) navigateTo(link)
    return link !== undefined
  } catch {
    // A toast shows the error.
    return false
  }
}
