import { useEffect, useState } from 'react'
import { offlinePath } from '../../shared/offline.ts'
import { userPrefix } from '../lib/cache.ts'
import { toast } from '../lib/index.ts'
import { retryImport } from '../lib/retry-import.ts'
import { deleteStoredReceipts, readStored, writeStored } from '../lib/storage.ts'
import { Button } from '../ui/index.ts'
import { deviceTexts } from './device-texts.ts'
import { type ReceiptText, rowTextOf } from './receipt.ts'
import type { StoredReceipt } from './stored-receipts.ts'

interface DeviceCardProps {
  reference: string
  receipt: ReceiptText
  signedIn: boolean
}

/** Loaded when a receipt is kept; the service worker stores it, so it also loads without a connection. */
const loadStoredReceipts = () => retryImport(() => import('./stored-receipts.ts'))

/**
 * Keeps the receipt on this device: a user's always, until they sign out; a guest's once they have chosen it.
 */
export default function DeviceCard({ reference, receipt, signedIn }: DeviceCardProps) {
  const [isKept, setIsKept] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function keep(): Promise<void> {
    const { storeReceipt } = await loadStoredReceipts()
    await storeReceipt(storedReceiptOf(reference, receipt))
    setIsKept(true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order
  useEffect(() => {
    // A browser without storage keeps nothing.
    if (signedIn || readStored('local', choiceName) === true) keep().catch(() => undefined)
  }, [reference, signedIn])

  async function choose(): Promise<void> {
    setIsBusy(true)
    try {
      await keep()
      writeStored('local', choiceName, true)
    } catch {
      toast.error(deviceTexts.keepFailed())
    }
    setIsBusy(false)
  }

  function remove(): void {
    deleteStoredReceipts()
    setIsKept(false)
    toast.success(deviceTexts.removed())
  }

  if (signedIn && !isKept) return null
  return (
    <section className="card stack no-print" aria-labelledby="device-title">
      <h2 id="device-title">{deviceTexts.title()}</h2>
      <p role="status">{textOf(isKept, signedIn)}</p>
      {isKept ? (
        <div className="field-columns">
          <a className="btn btn-plain" href={offlinePath}>
            {deviceTexts.openKept()}
          </a>
          {!signedIn && (
            <Button kind="plain" onClick={remove}>
              {deviceTexts.remove()}
            </Button>
          )}
        </div>
      ) : (
        <Button kind="plain" busy={isBusy} onClick={choose}>
          {deviceTexts.keep()}
        </Button>
      )}
    </section>
  )
}

/** Storage key: a guest chose to keep receipts on this device. Removed with the receipts. */
const choiceName = `${userPrefix}keeps-receipts`

function textOf(isKept: boolean, signedIn: boolean): string {
  if (!isKept) return deviceTexts.keepOffer()
  return signedIn ? deviceTexts.keptUntilSignOut() : deviceTexts.kept()
}

/** The parts of a receipt that identify the purchase, as text. */
const storedReceiptOf = (reference: string, { title, company, codes, rows }: ReceiptText): StoredReceipt => ({
  reference,
  title,
  company,
  codes: codes.map(({ label, code }) => ({ label, code })),
  rows: rows
    .filter(({ isPrivate }) => !isPrivate)
    .map((row) => ({ label: row.label, value: rowTextOf(row) }))
    .filter(({ value }) => value !== ''),
})
