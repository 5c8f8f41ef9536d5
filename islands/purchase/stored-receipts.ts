import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import * as z from 'zod/mini'
import { receiptDatabase } from '../lib/storage.ts'

/** The oldest receipt beyond this number is deleted. */
const maxReceipts = 20

const StoredReceipt = z.object({
  reference: z.string(),
  title: z.string(),
  biller: z.string(),
  codes: z.array(z.object({ label: z.string(), code: z.string() })),
  rows: z.array(z.object({ label: z.string(), value: z.string() })),
})
/** A receipt without the customer's name and address. */
export type StoredReceipt = z.infer<typeof StoredReceipt>

interface EncryptedReceipt {
  /** SHA-256 of the reference, hexadecimal. */
  id: string
  /** Milliseconds since 1970. */
  keptAt: number
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

interface Schema extends DBSchema {
  keys: { key: 'receipts'; value: CryptoKey }
  receipts: { key: string; value: EncryptedReceipt; indexes: { keptAt: number } }
}

/** Encrypts and stores a receipt, in place of a stored one of the same order. @throws if the browser has no storage */
export const storeReceipt = (receipt: StoredReceipt): Promise<void> =>
  withDatabase(async (db) => {
    const key = await storedKey(db)
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, utf8(JSON.stringify(receipt)))
    const id = await idOf(receipt.reference)
    const transaction = db.transaction('receipts', 'readwrite')
    await transaction.store.put({ id, keptAt: Date.now(), iv, data })
    const oldestFirst = await transaction.store.index('keptAt').getAllKeys()
    for (const old of oldestFirst.slice(0, -maxReceipts)) await transaction.store.delete(old)
    await transaction.done
  })

/** The stored receipts, newest first. @throws if the browser has no storage */
export const listStoredReceipts = (): Promise<StoredReceipt[]> =>
  withDatabase(async (db) => {
    const key = await db.get('keys', 'receipts')
    if (!key) return []
    const encrypted = await db.getAllFromIndex('receipts', 'keptAt')
    const receipts = await Promise.all(encrypted.reverse().map((receipt) => decrypt(key, receipt)))
    return receipts.filter((receipt) => receipt !== null)
  })

async function withDatabase<T>(use: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const db = await openDB<Schema>(receiptDatabase, 1, {
    upgrade(database) {
      database.createObjectStore('keys')
      database.createObjectStore('receipts', { keyPath: 'id' }).createIndex('keptAt', 'keptAt')
    },
  })
  // Sent when another page of this browser deletes the database, which waits for this connection to close.
  db.addEventListener('versionchange', () => db.close())
  try {
    return await use(db)
  } finally {
    db.close()
  }
}

/** The device's key, which no script can read. It is created for the first receipt and deleted with the database. */
async function storedKey(db: IDBPDatabase<Schema>): Promise<CryptoKey> {
  const newKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const transaction = db.transaction('keys', 'readwrite')
  const key = (await transaction.store.get('receipts')) ?? newKey
  if (key === newKey) await transaction.store.put(newKey, 'receipts')
  await transaction.done
  return key
}

/** Null for a receipt that another release stored with other fields. */
async function decrypt(key: CryptoKey, { iv, data }: EncryptedReceipt): Promise<StoredReceipt | null> {
  const text = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data))
  const receipt = z.safeParse(StoredReceipt, JSON.parse(text))
  return receipt.success ? receipt.data : null
}

const utf8 = (text: string) => new TextEncoder().encode(text)

async function idOf(reference: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(reference)))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
