import { useState } from 'react'
import { countRecipients } from '../../shared/management/messages.ts'
import { useMutation } from '../account/use-mutation.ts'
import type { RequestOptions } from '../lib/index.ts'

type RecipientGroup = NonNullable<RequestOptions<typeof countRecipients>['body']>

/** Counts a message's recipients for the confirmation dialog. */
export function useRecipientCount() {
  const [recipients, setRecipients] = useState<number | null>(null)
  const { isBusy, send } = useMutation(countRecipients)
  return {
    /** Null until the count is loaded. */
    recipients,
    isCounting: isBusy,
    /** An error is shown in a toast. */
    async count(body: RecipientGroup) {
      const envelope = await send({ body, everyField: true })
      setRecipients(envelope?.data?.recipients ?? null)
    },
    cancel: () => setRecipients(null),
  }
}
