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

interface StoredReceiptCardProps {
  reference: string
  receipt: ReceiptText
  signedIn: boolean
}

/** Loaded when a receipt is stored; the service worker caches this module, so it also loads without a connection. */
const loadStoredReceipts = () => retryImport(() => import('./stored-receipts.ts'))

/**
 * Stores the receipt on this device: a signed-in user's always, until they sign out; a guest's only after the guest
 * has accepted the offer to store receipts.
 */
export default function StoredReceiptCard({ reference, receipt, signedIn }: StoredReceiptCardProps) {
  const [isStored, setIsStored] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function store(): Promise<void> {
    const { storeReceipt } = await loadStoredReceipts()
    await storeReceipt(storedReceiptOf(reference, receipt))
    setIsStored(true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order
  useEffect(() => {
    // A browser without storage stores nothing.
    if (signedIn || readStored('local', storeReceiptsKey) === true) store().catch(() => undefined)
  }, [reference, signedIn])

  async function acceptOffer(): Promise<void> {
    setIsBusy(true)
    try {
      await store()
      writeStored('local', storeReceiptsKey, true)
    } catch {
      toast.error(deviceTexts.keepFailed())
    }
    setIsBusy(false)
  }

  function deleteAllReceipts(): void {
    deleteStoredReceipts()
    setIsStored(false)
    toast.success(deviceTexts.removed())
  }

  if (signedIn && !isStored) return null
  return (
    <section className="card stack no-print" aria-labelledby="device-title">
      <h2 id="device-title">{deviceTexts.title()}</h2>
      <p role="status">{textOf(isStored, signedIn)}</p>
      {isStored ? (
        <div className="field-columns">
          <a className="btn btn-plain" href={offlinePath}>
            {deviceTexts.openKept()}
          </a>
          {!signedIn && (
            <Button kind="plain" onClick={deleteAllReceipts}>
              {deviceTexts.remove()}
            </Button>
          )}
        </div>
      ) : (
        <Button kind="plain" busy={isBusy} onClick={acceptOffer}>
          {deviceTexts.keep()}
        </Button>
      )}
    </section>
  )
}

/** Storage key: true after a guest accepted the offer to store receipts on this device. Removed with the receipts. */
const storeReceiptsKey = `${userPrefix}keeps-receipts`

function textOf(isStored: boolean, signedIn: boolean): string {
  if (!isStored) return deviceTexts.keepOffer()
  return signedIn ? deviceTexts.keptUntilSignOut() : deviceTexts.kept()
}

/** The parts of a receipt that identify the purchase, as text. */
const storedReceiptOf = (reference: string, { title, biller, codes, rows }: ReceiptText): StoredReceipt => ({
  reference,
  title,
  biller,
  codes: codes.map(({ label, code }) => ({ label, code })),
  rows: rows
    .filter(({ isPrivate }) => !isPrivate)
    .map((row) => ({ label: row.label, value: rowTextOf(row) }))
    .filter(({ value }) => value !== ''),
})
