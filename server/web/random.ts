import { randomFillSync } from 'node:crypto'

const pool = Buffer.allocUnsafe(8_192)
let offset = pool.length

/** Random bytes from a pool that is refilled in one call: a page needs three small values. */
export function randomBytesFromPool(bytes: number): Buffer {
  if (offset + bytes > pool.length) {
    randomFillSync(pool)
    offset = 0
  }
  offset += bytes
  return Buffer.from(pool.subarray(offset - bytes, offset))
}
