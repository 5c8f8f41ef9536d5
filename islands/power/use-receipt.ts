import { useEffect, useState } from 'react'
import { apiPrefix } from '../../shared/constants.ts'
import { pathOf } from '../../shared/contract.ts'
import { type PowerOrder, powerReceipt } from '../../shared/power.ts'
import { downloadFile, RequestError, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import { powerReceiptTexts } from './receipt-texts.ts'

/**
 * Downloads the receipt as a PDF named after meter and reference. Source: decision D-079.
 * @param orderToken returns the full receipt for holders of the order's link
 */
export function useReceipt({ meter_number, reference }: PowerOrder, orderToken: string | null = null) {
  const [isLoading, setIsLoading] = useState(false)
  const [canDownload, setCanDownload] = useState(false)
  useEffect(() => setCanDownload(true), [])

  async function download(): Promise<void> {
    setIsLoading(true)
    try {
      const file = await downloadFile(powerReceipt, { params: { reference }, orderToken })
      if (file && file.size > 0 && file.type.startsWith('application/pdf')) {
        saveFile(file, `${meter_number}-${reference}-receipt.pdf`)
        toast.success(powerReceiptTexts.downloaded())
      } else if (file) {
        toast.error(powerReceiptTexts.downloadFailed())
      }
    } catch (error) {
      toast.error(
        error instanceof RequestError && error.status > 0
          ? powerReceiptTexts.downloadFailed()
          : powerReceiptTexts.downloadUnanswered(),
      )
    }
    setIsLoading(false)
  }

  /** Before hydration, or without JavaScript, the file is a plain link. */
  const address = canDownload ? null : `${apiPrefix}${pathOf(powerReceipt, { reference })}`
  return { isLoading, download, address }
}
