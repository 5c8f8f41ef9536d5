/**
 * The accounts. Debits are positive, credits negative: an asset or expense with a positive sum is
 * money we have or spent; a liability or income with a negative sum is money we owe or earned.
 */
export const account = {
  gateway: (name: string) => `gateway:${name}`,
  vendorFloat: (name: string) => `vendor_float:${name}`,
  receivable: (userId: string) => `receivable:${userId}`,
  wallet: (userId: string) => `wallet:${userId}`,
  hold: (userId: string) => `hold:${userId}`,
  bonus: (userId: string) => `bonus:${userId}`,
  /** The suspense account of one order: what was paid for it and is not yet delivered or on its way back. */
  order: (orderId: string) => `order:${orderId}`,
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

/** What a customer holds: these keep a cached balance that may never fall below 0. */
export const isHeld = (name: string): boolean => /^(wallet|hold|bonus):/.test(name)
