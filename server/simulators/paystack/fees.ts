/**
 * Fee of a local payment: 1.5 % plus ₦100 (waived below ₦2,500), at most ₦2,000.
 * @param amountKobo whole kobo
 * @returns whole kobo
 */
export function feeKobo(amountKobo: number): number {
  const flat = amountKobo < 250_000 ? 0 : 10_000
  return Math.min(Math.round((amountKobo * 15) / 1_000) + flat, 200_000)
}

/** Fee of a transfer to a dedicated account: 1 %, at most ₦300. Whole kobo. */
export const accountFeeKobo = (amountKobo: number): number => Math.min(Math.round(amountKobo / 100), 30_000)
