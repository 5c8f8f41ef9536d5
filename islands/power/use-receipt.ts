import { useEffect, useState } from 'react'
import { apiPrefix } from '../../shared/constants.ts'
import { pathOf } from '../../shared/contract.ts'
import { type PowerOrder, powerReceipt } from '../../shared/power.ts'
import { ApiError, askFile, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'

const refused = 'Failed to download receipt.'

/** Downloads the receipt as a PDF named after meter and reference. Source: decision D-079. */
export function useReceipt({ meter_number, reference }: PowerOrder) {
  const [isAsking, setIsAsking] = useState(false)
  const [canDownload, setCanDownload] = useState(false)
  useEffect(() => setCanDownload(true), [])

  async function download(): Promise<void> {
    setIsAsking(true)
    try {
      const file = await askFile(powerReceipt, { params: { reference } })
      if (file && file.size > 0 && file.type.startsWith('application/pdf')) {
        saveFile(file, `${meter_number}-${reference}-receipt.pdf`)
        toast.success('Receipt downloaded successfully!')
      } else if (file) {
        toast.error(refused)
      }
    } catch (error) {
      toast.error(error instanceof ApiError && error.status > 0 ? refused : 'Error downloading receipt.')
    }
    setIsAsking(false)
  }

  /** Until the script has taken over, or without one, the file is behind a plain link. */
  const address = canDownload ? null : `${apiPrefix}${pathOf(powerReceipt, { reference })}`
  return { isAsking, download, address }
}
