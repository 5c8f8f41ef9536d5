import { useState } from 'react'
import type { DataOf } from '../../shared/contract.ts'
import { previewMessage } from '../../shared/management/campaigns.ts'
import { useMutation } from '../account/use-mutation.ts'
import type { RequestOptions } from '../lib/index.ts'

export type PreviewRequest = NonNullable<RequestOptions<typeof previewMessage>['body']>
export type MessagePreview = DataOf<typeof previewMessage> & { readonly request: PreviewRequest }

/** Counts a message's recipients and its cost for the confirmation dialog. */
export function useMessagePreview() {
  const [preview, setPreview] = useState<MessagePreview | null>(null)
  const { isBusy, send } = useMutation(previewMessage)
  return {
    /** Null until it is loaded. */
    preview,
    isLoading: isBusy,
    /** An error is shown in a toast. */
    async load(request: PreviewRequest) {
      const envelope = await send({ body: request, everyField: true })
      setPreview(envelope?.data ? { ...envelope.data, request } : null)
    },
    cancel: () => setPreview(null),
  }
}
