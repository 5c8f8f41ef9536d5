/**
 * Rate limits: `points` may be consumed immediately and are restored over `seconds`, per key. A `client` key is an IP
 * address, of IPv6 its /64 prefix. Nigerian carriers put thousands of users behind one address, so those limits are
 * generous; the resource (a meter, an order) is limited first, and a correct secret is never rejected because of other
 * users' wrong ones. A `pair` is one IP address and one resource. The names are stored with the counts and in the
 * settings.
 */
export const rateLimitRules = {
  /**
   * Vendor lookups: of one meter, by one client, and for one service by all guests, and as many by all users with a verified
   * e-mail. Guests on many networks cannot use up the lookups of users, and each user has a limit of their own.
   */
  lookup_number: { points: 60, seconds: 600, countedBy: 'resource' },
  lookup_client: { points: 1_200, seconds: 600, countedBy: 'client' },
  lookup_everybody: { points: 12_000, seconds: 600, countedBy: 'resource' },
  /**
   * Lookups of numbers not looked up for a day, to prevent the enumeration of names: by one account or device, and of a
   * range of a thousand numbers by one IP address and by all. A carrier's customers are spread over many ranges.
   */
  lookup_person: { points: 100, seconds: 3_600, countedBy: 'resource' },
  lookup_range_pair: { points: 120, seconds: 3_600, countedBy: 'resource' },
  lookup_range: { points: 400, seconds: 3_600, countedBy: 'resource' },
  /** Orders quoted for one client: each is stored for two days, whether or not it is paid. */
  quote_client: { points: 6_000, seconds: 600, countedBy: 'client' },
  /** Checkouts opened at a gateway: per order, per client. */
  checkout_order: { points: 30, seconds: 3_600, countedBy: 'resource' },
  checkout_client: { points: 1_200, seconds: 600, countedBy: 'client' },
  /** Card payments by guests at an IP address with many declined payments. */
  card_network: { points: 6, seconds: 60, countedBy: 'client' },
  /** Refund accounts submitted for one order: each is verified at the gateway. */
  refund_account: { points: 20, seconds: 3_600, countedBy: 'resource' },
  /** Delivery messages that managers send again for one order: each SMS is billed. */
  resend_order: { points: 5, seconds: 3_600, countedBy: 'resource' },
  /** Recipients of messages that one manager sends without the PIN: a large one cannot be sent in parts. */
  message_recipients: { points: 1_000, seconds: 86_400, countedBy: 'resource' },
  /** Test messages of one manager: each SMS is billed. */
  test_message: { points: 20, seconds: 3_600, countedBy: 'resource' },
  /** Wrong phone numbers for a meter's history: from one IP address, from all. */
  history_pair: { points: 15, seconds: 900, countedBy: 'resource' },
  history_number: { points: 60, seconds: 900, countedBy: 'resource' },
  /**
   * Wrong proofs for one order besides its reference, from one IP address; wrong references and access tokens. A
   * correct one is never rejected because of them.
   */
  order_pair: { points: 20, seconds: 900, countedBy: 'resource' },
  /** Attempts to prove ownership of an order by phone and last digits: per order, from one IP address and from all. */
  order_proof_pair: { points: 5, seconds: 86_400, countedBy: 'resource' },
  order_proof: { points: 20, seconds: 86_400, countedBy: 'resource' },
  /** Receipts of one order or record: for those who may open it, and for others with its reference. Each is drawn. */
  receipt_order: { points: 60, seconds: 3_600, countedBy: 'resource' },
  receipt_client: { points: 60, seconds: 900, countedBy: 'client' },
  order_client: { points: 120, seconds: 900, countedBy: 'client' },
  /**
   * Wrong passwords for one account, whether or not it exists: from one IP address, from all, and from one device that
   * has signed in to it before, which the first two do not affect. Points of a pair are restored more slowly than those
   * of its account, so that one IP address cannot exhaust an account's limit.
   */
  sign_in_pair: { points: 10, seconds: 450, countedBy: 'resource' },
  sign_in_account: { points: 60, seconds: 1_800, countedBy: 'resource' },
  sign_in_device: { points: 10, seconds: 300, countedBy: 'resource' },
  /** Correct passwords for one account: each costs a slow hash. */
  sign_in_right: { points: 60, seconds: 300, countedBy: 'resource' },
  /** Wrong passwords entered by a signed-in user. */
  password_person: { points: 10, seconds: 900, countedBy: 'resource' },
  /** Wrong codes of one user's second factor. */
  second_factor: { points: 10, seconds: 1_800, countedBy: 'resource' },
  /** Accounts registered by one client. */
  register_client: { points: 300, seconds: 3_600, countedBy: 'client' },
  /** Requested e-mail codes and links: by one IP address for one mailbox, by one client. */
  mail_pair: { points: 12, seconds: 3_600, countedBy: 'resource' },
  reset_pair: { points: 5, seconds: 86_400, countedBy: 'resource' },
  /**
   * Registrations, by all IP addresses, with other spellings of one mailbox: each is an account with its own codes. The
   * plain address has the limit of its account alone: other people cannot prevent its owner from registering with it.
   */
  mail_spellings: { points: 30, seconds: 86_400, countedBy: 'resource' },
  mail_client: { points: 300, seconds: 3_600, countedBy: 'client' },
  /** Support tickets: by one user, for one order (by its customer, and by guests who can only view it), by one client. */
  ticket_person: { points: 30, seconds: 86_400, countedBy: 'resource' },
  ticket_order: { points: 10, seconds: 86_400, countedBy: 'resource' },
  ticket_client: { points: 300, seconds: 3_600, countedBy: 'client' },
  /** Bulk files validated, and lookups for them, by one company. */
  bulk_check: { points: 50, seconds: 86_400, countedBy: 'resource' },
  bulk_lookup: { points: 12_000, seconds: 3_600, countedBy: 'resource' },
  /** Statements and files of one user's history: each reads or draws thousands of rows. */
  account_file: { points: 60, seconds: 3_600, countedBy: 'resource' },
  /** BVN checks by one client. Checks of one user are counted by their results. */
  bvn_client: { points: 100, seconds: 3_600, countedBy: 'client' },
  /** Virtual accounts requested by one user. */
  reserve_person: { points: 30, seconds: 3_600, countedBy: 'resource' },
  /** Push subscriptions by one client. */
  push_client: { points: 120, seconds: 3_600, countedBy: 'client' },
  /** Service alert subscriptions: by one client, to one phone or mailbox for one service. */
  service_alert_client: { points: 120, seconds: 3_600, countedBy: 'client' },
  service_alert_recipient: { points: 3, seconds: 86_400, countedBy: 'resource' },
  /**
   * Payment requests: created by one user, opened by one client, paid orders created from one (by one user or IP address,
   * by all), abuse reports.
   */
  request_person: { points: 20, seconds: 86_400, countedBy: 'resource' },
  request_client: { points: 600, seconds: 600, countedBy: 'client' },
  request_order_payer: { points: 20, seconds: 3_600, countedBy: 'resource' },
  request_order: { points: 300, seconds: 3_600, countedBy: 'resource' },
  request_report: { points: 5, seconds: 86_400, countedBy: 'resource' },
  /** By one phone: USSD inputs, wrong PINs for an account that is not linked to it yet, SMS that we send it. */
  ussd_phone: { points: 120, seconds: 600, countedBy: 'resource' },
  ussd_link: { points: 5, seconds: 86_400, countedBy: 'resource' },
  ussd_sms: { points: 5, seconds: 3_600, countedBy: 'resource' },
  sms_phone: { points: 10, seconds: 3_600, countedBy: 'resource' },
} as const satisfies Record<string, LimitRule>

interface LimitRule {
  points: number
  seconds: number
  countedBy: 'resource' | 'client'
}
export type RateLimitName = keyof typeof rateLimitRules
