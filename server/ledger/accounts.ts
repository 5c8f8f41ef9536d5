import type { OrderId, UserId } from '../../shared/ids.ts'

/**
 * Ledger accounts. Debits are positive, credits negative: a positive asset or expense is money held or spent; a
 * negative liability or income is money owed or earned.
 */
export const account = {
  gateway: (name: string) => `gateway:${name}`,
  vendorFloat: (name: string) => `vendor_float:${name}`,
  receivable: (owner: UserId | OrderId) => `receivable:${owner}`,
  wallet: (userId: UserId) => `wallet:${userId}`,
  hold: (userId: UserId) => `hold:${userId}`,
  bonus: (userId: UserId) => `bonus:${userId}`,
  /** Suspense account of one order: paid and not yet delivered or being refunded. */
  order: (orderId: OrderId) => `order:${orderId}`,
  bank: 'bank',
  receivableManager: 'receivable_manager',
  unapplied: 'unapplied',
  refundPayable: 'refund_payable',
  serviceCharge: 'service_charge',
  commission: 'commission',
  gatewayFee: 'gateway_fee',
  cashback: 'cashback',
  referral: 'referral',
  adjustment: 'adjustment',
  vendLoss: 'vend_loss',
} as const

/** Customer accounts: they have a cached balance that cannot fall below 0. */
export const hasCachedBalance = (name: string): boolean => /^(wallet|hold|bonus):/.test(name)
