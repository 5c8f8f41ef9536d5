declare const idKind: unique symbol

/**
 * The id of a row of one kind. It is a string at run time, and any string fits it, because ids arrive as text from
 * requests and queries. An id of another kind does not fit: `OrderId` is never a `RefundId`.
 */
export type IdOf<Kind extends string> = string & { readonly [idKind]?: Kind }

export type ApprovalId = IdOf<'approval'>
export type AttemptId = IdOf<'attempt'>
export type BeneficiaryId = IdOf<'beneficiary'>
export type BulkPurchaseId = IdOf<'bulk purchase'>
export type CampaignId = IdOf<'campaign'>
export type CardId = IdOf<'card'>
export type CustomerLookupId = IdOf<'customer lookup'>
export type DepositId = IdOf<'deposit'>
export type DisputeId = IdOf<'dispute'>
/** The gateway's own id of a dispute, refund or settlement. */
export type GatewayDisputeId = IdOf<'dispute of a gateway'>
export type GatewayRefundId = IdOf<'refund of a gateway'>
export type GatewaySettlementId = IdOf<'settlement of a gateway'>
export type OrderId = IdOf<'order'>
/** A payment of an order, or a top-up. */
export type PaymentId = IdOf<'payment'>
export type PaymentReference = IdOf<'reference of a payment'>
export type PaymentRequestId = IdOf<'payment request'>
export type RefundId = IdOf<'refund'>
export type ScheduleId = IdOf<'schedule'>
export type SettlementId = IdOf<'settlement'>
export type TicketId = IdOf<'ticket'>
export type UserId = IdOf<'user'>
/** The id of one attempt at its vendor. */
export type VendRequestId = IdOf<'request of a vend attempt'>
export type VirtualAccountId = IdOf<'virtual account'>
