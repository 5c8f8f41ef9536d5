import { randomFillSync } from 'node:crypto'

const pool = Buffer.allocUnsafe(8_192)
let used = pool.length

/** Random bytes from a pool that is filled in one go: a page needs three small pieces. */
export function random(bytes: number): Buffer {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return Buffer.from(pool.subarray(used - bytes, used))
}
