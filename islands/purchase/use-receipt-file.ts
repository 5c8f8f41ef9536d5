import { useState } from 'react'
import { RequestError, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { successTexts } from './success-texts.ts'

/** The PDF receipt of an order. */
export interface ReceiptFile {
  /** Address of the file, for browsers without JavaScript. */
  href: string
  name: string
  /** Fetches the file; undefined when the session has ended. */
  fetch: () => Promise<Blob | undefined>
}

/** Downloads the receipt as a PDF and shows the result. Source: ruling D-079. */
export function useReceiptFile({ href, name, fetch }: ReceiptFile) {
  const [isLoading, setIsLoading] = useState(false)
  const isHydrated = useHydrated()

  async function download(): Promise<void> {
    setIsLoading(true)
    try {
      const file = await fetch()
      if (file && file.size > 0 && file.type.startsWith('application/pdf')) {
        saveFile(file, name)
        toast.success(successTexts.downloaded())
      } else if (file) {
        toast.error(successTexts.downloadFailed())
      }
    } catch (error) {
      toast.error(
        error instanceof RequestError && error.status > 0
          ? successTexts.downloadFailed()
          : successTexts.downloadUnanswered(),
      )
    }
    setIsLoading(false)
  }

  /** `linkUrl`: before hydration, and without JavaScript, the file is a plain link; null once `download` works. */
  return { isLoading, download, linkUrl: isHydrated ? null : href }
}
