/**
 * Terms of release 0.1.0 that standard terms replaced. Each pattern is as wide as the ordinary uses of its word allow:
 * the word itself, a phrase, an identifier or a declaration.
 */
export interface ReplacedTerm {
  readonly pattern: RegExp
  readonly standard: string
  /** A line that the pattern must find. */
  readonly violation: string
}

export const replacedTerms: readonly ReplacedTerm[] = [
  // A. Architecture and layout
  {
    pattern:
      /\b[a-z]*(?:Purchase|Payment|Operations|Account|Accounts|Management|Server|Feature|Vend\w*|Refund\w*|X)Parts\b|\binterface Parts\b|\bparts\.db\b/,
    standard: '…Deps',
    violation: 'interface PaymentParts {',
  },
  {
    pattern: /\b(?:the|a|this) house\b|\bhouse\.(?:db|url|ask|close|fault)\b|\bjoins the\b/,
    standard: 'application; setup of a test',
    violation: '// Starts the house.',
  },
  {
    pattern: /\bstor(?:y|ies)\b(?! of)|\bStor(?:y|ies)\b/,
    standard: 'use case, scenario',
    violation: 'interface Story {',
  },
  {
    pattern: /\b(?:wrong|feature |the payments )[rR]oom\b|\brooms\b|\bof (?:a|the|each) room\b/,
    standard: 'module, page',
    violation: 'const rooms = []',
  },
  {
    pattern: /\bhttp: (?:\d|expect|number)|\.http\)|\{ http \}/,
    standard: 'httpStatus',
    violation: 'expect(response).toMatchObject({ http: 404 })',
  },
  { pattern: /\bon every floor\b/, standard: 'in every layer', violation: '// on every floor' },
  // B. Time, jobs and process life
  {
    pattern: /(?<![a-z])(?:beat|beats)(?![a-z])|(?:Beat|Beats)(?![a-z])/,
    standard: 'poll, poller',
    violation: 'const beat = startPolling()',
  },
  {
    pattern: /\b(?:a|the|its|next) turn of\b|\bwaitForTurn\b|\bnoteTurn\b|\bturns?(?:Row|s?Table)\b/,
    standard: 'scheduled job run; state transition',
    violation: '// It is a turn of the job.',
  },
  {
    pattern: /(?<![a-z])unhurried(?![a-z])|Unhurried(?![a-z])/,
    standard: 'with a long time-out',
    violation: 'unhurried(work)',
  },
  {
    pattern: /(?<![a-z])patience(?![a-z])|Patience(?![a-z])/,
    standard: 'time-out',
    violation: 'const patienceMs = 1',
  },
  { pattern: /\bunstick/, standard: 'repair of missing due times', violation: 'await unstick(db)' },
  {
    pattern: /\bworks? of the calendar\b|\balarmOfWork\b|\bkeeps the calendar\b/,
    standard: 'scheduled job, cron job',
    violation: '// A work of the calendar failed.',
  },
  {
    pattern: /(?<![a-z])hush(?![a-z])|Hush(?![a-z])|\bgoodbyes?\b/,
    standard: 'close, shutdown',
    violation: 'streams.hush()',
  },
  // C. Operations, reconciliation, back office
  {
    pattern: /\bour books\b|\bthe books\b|\bbooks\.get\b|\bcompareBooks\b|\bconst books\b|#books\b/,
    standard: 'reconciliation; ledger',
    violation: '// our books agree',
  },
  {
    pattern: /\bDifference[A-Z]\w*|\binterface Difference\b|\bdifference(?:Of|Id|Acts)\b/,
    standard: 'reconciliation break',
    violation: 'interface DifferenceRow {',
  },
  {
    pattern: /(?<!screen |PDF )\breaders\b(?! read)|\btoWhom\b|\bto_whom\b/,
    standard: 'recipients',
    violation: 'const readers = 1',
  },
  {
    pattern: /\b(?:site|daily|day|save|all)Figures\b(?!: 'R|: 'U)|\binterface Figures?\b|\bthe figures\b/,
    standard: 'fees and limits; metrics; totals',
    violation: 'interface Figures {',
  },
  {
    pattern: /\bbreach(?:es)?\b(?!\.|:)|\bBreach(?:es)?\b|\brules? of the books\b/,
    standard: 'invariant violation',
    violation: 'interface Breach {',
  },
  {
    pattern: /\bcompare(?:Attempts|Inflows|Orders|Payments|Refunds)\b|\bcomparedAt\b/,
    standard: 'reconcile',
    violation: 'await compareAttempts(db)',
  },
  {
    pattern:
      /\b(?:set|kept|money|give) apart\b|\bset aside\b|\bgiveApart\w*|\bmoneyApart\b|\bset_apart\b|\b(?:credit|return|list)?[sS]etApart\b/,
    standard: 'unallocated funds',
    violation: '// Money set apart.',
  },
  {
    pattern: /(?<![a-z])(?:forget|forgets)(?![a-z])|(?:Forget|Forgets)(?![a-z])/,
    standard: 'purge, clear',
    violation: 'forgetDetails()',
  },
  {
    pattern: /\b(?:Review|Difference|Manager|review|difference)Acts?\b|\bacts\b(?! (?:as|on|like)\b)/,
    standard: 'action',
    violation: 'const reviewActs = []',
  },
  {
    pattern: /(?<![a-z])(?:deed|deeds)(?![a-z])|(?:Deed|Deeds)(?![a-z])/,
    standard: 'audit event',
    violation: 'interface Deed {',
  },
  {
    pattern: /\btellMe\w*|\bTellMe(?!P)\w*|\btell me when it is back\b/,
    standard: 'notifyMe, service alert',
    violation: 'const tellMe = 1',
  },
  {
    pattern: /\bkeepAsked\b|\bHappens\b|\bsecondManagerDecides\b/,
    standard: 'createApproval, ApprovalHandler',
    violation: 'await keepAsked(tx)',
  },
  {
    pattern: /\bstanding(?:Kobo|Of|s)?\b(?= =|\()|#standing\b/,
    standard: 'open balance, unallocated item',
    violation: 'const standing = 1',
  },
  {
    pattern: /\blettersSideBySide\b|\b(?:one|each|every) hand sends\b/,
    standard: 'campaign e-mails, worker',
    violation: 'lettersSideBySide: 2',
  },
  {
    pattern: /\b\w*[a-z]ByHand\b|\bbyHand\b|\bpaid by hand\b/,
    standard: 'manual',
    violation: 'await refundByHand(tx)',
  },
  {
    pattern: /\b(?:money|account) of (?:no order|nobody)\b/,
    standard: 'unallocated funds',
    violation: '// money of no order is listed',
  },
  {
    pattern: /\b(?:by the file|files? of (?!a )purchases)\b/,
    standard: 'bulk purchase',
    violation: '// buying by the file',
  },
  {
    pattern: /(?<![a-z])(?:doubt|doubts)(?![a-z])|(?:Doubt|Doubts)(?![a-z])/,
    standard: 're-verification',
    violation: 'const doubts = 1',
  },
  // D. Orders, payments, vending, refunds
  { pattern: /(?<![-\w])is: '/, standard: 'type, status', violation: "{ is: 'failed' }" },
  {
    pattern: /\bRefused\b|\brefuse[A-Z]\w*|\brefusal(?:Of|Page)\b/,
    standard: 'ApiError, assertX, errorResponse',
    violation: 'throw new Refused(reason)',
  },
  { pattern: /\b[Rr]efuse\b/, standard: 'reject', violation: 'function refuse() {' },
  { pattern: /\bsays: [`'$]|\.says\b/, standard: 'message', violation: "{ says: 'Done.' }" },
  {
    pattern: /\bbecause: (?!'?reason)|\.because\b|\b\w+_because\b/,
    standard: 'reason',
    violation: "{ because: 'timeout' }",
  },
  {
    pattern:
      /\b(?:interface|type|class) (?:Told|Asked|Said|Answer|Shown|Kept|Found|Sent|Served|Given|Seen|Wanted)\b/,
    standard: 'a noun: Result, Request, Response',
    violation: 'interface Told {',
  },
  {
    pattern: /(?<![a-z])(?:wish|wishes)(?![a-z])|(?:Wish|Wishes)(?![a-z])/,
    standard: 'request, input',
    violation: 'const sameWish = 1',
  },
  {
    pattern: /\b\w*[a-z]Truth\b/,
    standard: 'PaymentStatus, RefundStatus, DisputeStatus',
    violation: 'type PaymentTruth = string',
  },
  {
    pattern: /(?<![a-z])(?:ware|wares)(?![a-z])|(?:Ware|Wares)(?![a-z])/,
    standard: 'product',
    violation: 'const wareOf = (order) => order',
  },
  {
    pattern: /\bGoods\b(?!_)|\bgoods(?:Of|Mail|\.[a-z])\b|: goods\b|\bconst goods\b/,
    standard: 'product',
    violation: 'interface Goods {',
  },
  {
    pattern: /\bputNews\b|\b(?:interface|type) News\b/,
    standard: 'enqueueNotification, notification',
    violation: 'await putNews(tx)',
  },
  {
    pattern: /\bfunction tell\b|\bconst (?:tell|told) =|\btold_at\b|\btoldAt\b/,
    standard: 'notify; result',
    violation: 'const told = 1',
  },
  {
    pattern: /\bmaxTries\b|\b[Tt]oo many tries\b|\b(?:five|more|three) tries\b/,
    standard: 'attempts',
    violation: 'const maxTries = 5',
  },
  {
    pattern: /\battempts?\.(?:asks|sends)\b|\b(?:asks|sends): (?:number|\d)|\brefunds?\.asks\b/,
    standard: 'requery_count, send_count',
    violation: 'attempt.asks += 1',
  },
  {
    pattern: /\bnever_received_since\b|\bnever_received: (?:number|\d)/,
    standard: 'not_found_count, not_found_since',
    violation: 'never_received_since: null',
  },
  { pattern: /\bseller(?:Of|s)?\b|\bSeller\b/, standard: 'provider', violation: 'const sellerOf = 1' },
  {
    pattern: /\b(?:interface|type) (?:Selling|Stop)\b|\bSellingParts\b|\bmayVend\b/,
    standard: 'Availability, Outage, isAvailable',
    violation: 'interface Selling {',
  },
  {
    pattern: /\bWebhookHint\b|\breadHint\b/,
    standard: 'WebhookEvent, parseWebhook',
    violation: 'type WebhookHint = string',
  },
  {
    pattern:
      /(?<![a-z])(?:introduce|introduces|introduced)(?![a-z])|(?:Introduce|Introduces|Introduced)(?![a-z])/,
    standard: 'verifyCustomer',
    violation: 'await introduce(order)',
  },
  { pattern: /'stranger'|\bstranger:/, standard: 'not_found, unknown', violation: "type: 'stranger'" },
  { pattern: /\bisOwed\b|\bowedOrders\b/, standard: 'isInFulfilment', violation: 'isOwed(order)' },
  {
    pattern:
      /\b(?:take|takes|taken|took) (?:it |them |money |the money |the payment |its delivery )?back\b|\btake_?[bB]ack\b|\bTakeBack\b|\btakenBack\b/,
    standard: 'reversed, charged back, clawback',
    violation: '// The bank took it back.',
  },
  {
    pattern: /(?<![a-z])(?:ailment|ailments)(?![a-z])|(?:Ailment|Ailments)(?![a-z])/,
    standard: 'failure kind',
    violation: 'const ailment = 1',
  },
  {
    pattern: /\bonce_?[kK]ey\b|\.keyed\b|\bkeyed[:?] |\bintention(?:Of)?\b/,
    standard: 'dedupeKey, idempotency key',
    violation: 'onceKey: id',
  },
  {
    pattern: /\bengine\.wake\b|\bwakeOrder\b|\bfunction wake\b|\bconst wake =/,
    standard: 'enqueue, schedule; hydrate',
    violation: 'engine.wake(orderId)',
  },
  { pattern: /\bagainOf\b|\bagain_of:/, standard: 'retry_of_refund_id', violation: 'const againOf = 1' },
  { pattern: /\bplaceOf\b|\bcursorAt\b/, standard: 'encodeCursor, decodeCursor', violation: 'placeOf(row)' },
  {
    pattern: /(?<![a-z])(?:pursue|pursues)(?![a-z])|(?:Pursue|Pursues)(?![a-z])/,
    standard: 'process',
    violation: 'await pursueRefund(id)',
  },
  {
    pattern: /(?<![a-z])(?:seek|sought)(?![a-z])|(?:Seek|Sought)(?![a-z])/,
    standard: 'match',
    violation: 'type Sought = string',
  },
  {
    pattern: /\bfollow(?:Vend|Late|Dispute|Refund)\w*/,
    standard: 'requery, handle, process',
    violation: 'await followVend(order)',
  },
  {
    pattern: /\bown(?:Money|Payer)\b|\bpayOwn\w*|\bone's own\b/,
    standard: 'payFromWalletOrCard',
    violation: 'await payOwn(order)',
  },
  {
    pattern: /\bpayInto\w*|\bwants_?[aA]ccount\b|(?<![a-z])accountless(?![a-z])|Accountless(?![a-z])/,
    standard: 'refundToAccount, awaiting_bank_details',
    violation: 'payInto(account)',
  },
  {
    pattern: /\b(?:vend|query|lookup|purchase)Body\(/,
    standard: 'build…Request',
    violation: 'vendBody(order)',
  },
  { pattern: /\balarms?\b(?!:\$|:)|\bAlarm/, standard: 'alert', violation: 'const alarms = 1' },
  {
    pattern: /\b\w+Guess(?:es)?\b|\bguess(?:From|es)?\(/,
    standard: 'failed access attempt',
    violation: 'refuseGuess(order)',
  },
  { pattern: /Concern\b|\bconcern(?:Of)?\b/, standard: 'refund subject', violation: 'const concernOf = 1' },
  {
    pattern: /(?<![a-z])manners(?![a-z])|Manners(?![a-z])/,
    standard: 'requery policy',
    violation: 'policy: Manners',
  },
  {
    pattern: /(?<![a-z])(?:verdict|verdicts)(?![a-z])|(?:Verdict|Verdicts)(?![a-z])/,
    standard: 'decision',
    violation: 'return { verdict }',
  },
  // E. Web and islands
  {
    pattern: /\baskOnce\b|\buseAsk\b|\baskFile\b|\bask-account\b|\b(?:interface|type) Asking\b/,
    standard: 'request, useQuery, RequestOptions',
    violation: 'useAsk(call)',
  },
  { pattern: /\bbearers(?:Table)?\b(?!:)/, standard: 'session tokens', violation: 'const bearers = 1' },
  {
    pattern: /\belsewhere\(|\bmadeOf\b|\bconst led\b/,
    standard: 'redirect, cacheKey',
    violation: 'return elsewhere(url)',
  },
  {
    pattern: /\b(?:Card)?Mark\b(?= from|\()|\bMoment\b|\bfaceOf\b|\bStacks\b|<Bars\b/,
    standard: 'CardBrandLogo, DateTime, StackedBarChart, BarChart',
    violation: '<Moment value={at} />',
  },
  {
    pattern: /\bsealIdentity\b|\bsealed_\w+|\bidentities\.sealed\b/,
    standard: 'encrypt',
    violation: 'sealIdentity(bvn)',
  },
  {
    pattern: /\btroublePage\b|\btroubles?\b|\bTrouble\b/,
    standard: 'error page, errors',
    violation: 'troublePage(res)',
  },
  {
    pattern: /\bwakeIslands?\b|\bwatchEarly\b|\bendEarly\b|\bhang(?:Bell)?\(|<Later\b|\bonStand\b/,
    standard: 'hydrate, captureEarlyInput, stopCapture, mountBell, Lazy',
    violation: 'watchEarly(form)',
  },
  {
    pattern: /\bpacked\b|\bpackable\b|\bpacks\b/,
    standard: 'compressed',
    violation: 'const packed = gzip(body)',
  },
  {
    pattern: /\bsayKept\b|\bsayAfterReload\b/,
    standard: 'showFlashMessage',
    violation: 'sayAfterReload(text)',
  },
  {
    pattern: /\bgo\.(?:instead|to)\(/,
    standard: 'navigate.replace, navigate.to',
    violation: 'go.instead(url)',
  },
  {
    pattern:
      /\b(?:kept-lines|quick-people|card-(?:mark|word)|mark-(?:field|arc|spark)|tallies)\b|\bfold(?:s|-head|-note|-body)\b|class(?:Name)?="fold"|\.fold\b/,
    standard: 'CSS classes: pre-line, quick-beneficiaries, card-logo, logo-…, metrics-grid, disclosure',
    violation: '<details class="fold">',
  },
  // F. Tests and simulators
  {
    pattern: /\bshop\b(?!s)|\bopenShop\b|\bstartShop\b/,
    standard: 'test app',
    violation: 'const shop = await startTestApp()',
  },
  { pattern: /\btill\b/, standard: 'purchases', violation: 'const till = 1' },
  {
    pattern: /\bopenStage\b|\bstage\.(?:guest|product)\b|\bof the stage\b/,
    standard: 'browser fixture',
    violation: 'const stage = openStage()',
  },
  { pattern: /\bdice\b|\brollDice\b/, standard: 'random source', violation: 'const dice = 1' },
  { pattern: /\bdesk\b|\b[A-Z]\w*Desk\b/, standard: 'simulator', violation: 'class PaystackDesk {' },
  {
    pattern: /\b(?:interface|type) (?:Course|Party)\b|\bpartyOf\b|\bparties\b|\bcounterparties\.ts\b/,
    standard: 'scenario; provider',
    violation: 'interface Party {',
  },
  {
    pattern: /\b(?:vendor|gateway)Lies?\b|\blies of\b|\blie cells?\b/,
    standard: 'provider fault',
    violation: "vendorLie('timeout')",
  },
  { pattern: /\bdoors?\b|\bsixth actor\b/, standard: 'access control', violation: 'const door = 1' },
  {
    pattern: /\bseededDefects\b|\bcrash × lie\b/,
    standard: 'mutation tests, fault matrix',
    violation: '// crash × lie',
  },
  // G. Habits of phrasing
  {
    pattern: /\(it\)? =>|\bit =>|\(it: [A-Z]|\(it, |\bconst it =|\bfor \(const it\b|<%= it\./,
    standard: 'the name of the thing',
    violation: 'orders.map((it) => it.id)',
  },
  {
    pattern:
      /\b(?:const|let) (?:asked|said|given|kept|seen|told)\b|(?:[{,] )(?:asked|said|given|kept|seen|told): [a-z]|\.\.\.(?:asked|said|given|kept|seen|told)\b|\((?:asked|said|given|kept|seen|told)(?:\)|,|:)/,
    standard: 'a noun: request, response, input, stored, previous',
    violation: 'const said = await fetch(url)',
  },
  {
    pattern: /\brule [MV]\d\b|\b'[MV]\d'/,
    standard: 'the name of the invariant',
    violation: '// rule M5 is broken',
  },
  {
    pattern: /\b(?:[Ss]ome|[Nn]o|[Aa]ny|[Ee]very)body\b(?!-)|\b[Ww]hoever\b/,
    standard: 'the actor: user, guest, manager, caller, worker',
    violation: '// Somebody else pays.',
  },
  {
    pattern: /(?:\/\*\*|\/\/|^\s*\*) (?:What|Who|Whoever) /m,
    standard: 'a noun',
    violation: '/** What is sold from a list. */',
  },
  {
    pattern: /\bOURS\b|\bisOurs\b|\b(?:of|not|than|by|to|from) (?:ours|theirs)\b/,
    standard: 'our own; the provider’s; INTERNAL_ERROR',
    violation: '// a page of ours',
  },
  { pattern: /\bstands\b/, standard: 'is, is shown', violation: '// The price stands here.' },
  {
    pattern: /\b(?:[Aa]new|[Mm]eanwhile|[Aa]like)\b(?!')/,
    standard: 'again; at the same time; the same',
    violation: '// It is read anew.',
  },
  { pattern: /\bat once\b/, standard: 'immediately; at a time', violation: '// It is sent at once.' },
  { pattern: /\bbeside\b/, standard: 'next to', violation: '// It lies beside the file.' },
  {
    pattern: /\b(?:com(?:e|es|ing)|came|go|goes|going|went) back\b/,
    standard: 'is refunded; returns',
    violation: "'Your money goes back.'",
  },
  { pattern: /\bby (?:itself|themselves)\b/, standard: 'automatically', violation: '// It ends by itself.' },
  {
    pattern: /\bwr(?:ites?|itten|iting|ote) down\b|\bwriteDown\b/,
    standard: 'recorded, persisted',
    violation: '// It is written down.',
  },
  {
    pattern: /\bso (?:many|long)\b(?! as\b)/,
    standard: 'N, this number of, this long',
    violation: '// so many codes in an hour',
  },
  {
    pattern: /\bgiven up\b|\btaken for\b/,
    standard: 'abandoned; treated as',
    violation: '// The order is given up.',
  },
  {
    pattern: /(?<![a-z])(?:mint|mints|minted)(?![a-z])|(?:Mint|Mints|Minted)(?![a-z])/,
    standard: 'generate',
    violation: 'const minted = 1',
  },
  // Tables, columns, database functions, constraint names
  { pattern: /\border_terms\b/, standard: 'order_search_terms', violation: "'order_terms'" },
  { pattern: /\bnote_order_terms\b/, standard: 'index_order', violation: "'note_order_terms'" },
  { pattern: /\bnote_payer\b/, standard: 'index_order', violation: "'note_payer'" },
  { pattern: /\bbusiness_now\b/, standard: 'app_now', violation: "'business_now'" },
  { pattern: /\bstate_moves\b/, standard: 'state_transitions', violation: "'state_moves'" },
  { pattern: /\bhold_moves\b/, standard: 'enforce_state_transition', violation: "'hold_moves'" },
  { pattern: /\bhold_balanced\b/, standard: 'assert_entry_balanced', violation: "'hold_balanced'" },
  { pattern: /\brefuse_change\b/, standard: 'reject_mutation', violation: "'refuse_change'" },
  { pattern: /\bour_kobo\b/, standard: 'internal_kobo', violation: "'our_kobo'" },
  { pattern: /\btheir_kobo\b/, standard: 'external_kobo', violation: "'their_kobo'" },
  { pattern: /\bone_act_waits\b/, standard: 'one_pending_action', violation: "'one_act_waits'" },
  { pattern: /\baccepted_why\b/, standard: 'accepted_reason', violation: "'accepted_why'" },
  { pattern: /\bback_requests\b/, standard: 'service_alert_subscriptions', violation: "'back_requests'" },
  { pattern: /\bone_wait\b/, standard: 'service_alert_subscriptions', violation: "'one_wait'" },
  { pattern: /\bday_totals\b/, standard: 'daily_order_totals', violation: "'day_totals'" },
  { pattern: /\bdaily_figures\b/, standard: 'daily_metrics', violation: "'daily_figures'" },
  { pattern: /\bspent_days\b/, standard: 'daily_user_spend', violation: "'spent_days'" },
  { pattern: /\bmade_at\b/, standard: 'computed_at', violation: "'made_at'" },
  { pattern: /\bledger_sums\b/, standard: 'account_balance_snapshots', violation: "'ledger_sums'" },
  { pattern: /\buseless_at\b/, standard: 'expires_at', violation: "'useless_at'" },
  { pattern: /\bfailed_because\b/, standard: 'failure_reason', violation: "'failed_because'" },
  { pattern: /\baccount_ends\b/, standard: 'payout_account_last4', violation: "'account_ends'" },
  { pattern: /\banswer_by\b/, standard: 'evidence_due_at', violation: "'answer_by'" },
  { pattern: /\bgateway_dispute\b/, standard: 'gateway_dispute_id', violation: "'gateway_dispute'" },
  { pattern: /\blast_inflow_at\b/, standard: 'last_deposit_at', violation: "'last_inflow_at'" },
  { pattern: /\binflow_id\b/, standard: 'deposit_id', violation: "'inflow_id'" },
  { pattern: /\bgood_probes\b/, standard: 'consecutive_successes', violation: "'good_probes'" },
  { pattern: /\bneeds_kobo\b/, standard: 'min_float_kobo', violation: "'needs_kobo'" },
  { pattern: /\bbought_by\b/, standard: 'purchased_by_manager_id', violation: "'bought_by'" },
  { pattern: /\basked_by\b/, standard: 'requested_by', violation: "'asked_by'" },
  { pattern: /\basked_at\b/, standard: 'requested_at', violation: "'asked_at'" },
  { pattern: /\bowner_id\b/, standard: 'data_subject_id', violation: "'owner_id'" },
  { pattern: /\bstale_at\b/, standard: 'expires_at', violation: "'stale_at'" },
  { pattern: /\bvendor_health\b/, standard: 'circuit_breakers', violation: "'vendor_health'" },
  { pattern: /\bcredited_whole\b/, standard: '<table>_<rule>_check', violation: "'credited_whole'" },
  { pattern: /\bgives_back\b/, standard: '<table>_<rule>_check', violation: "'gives_back'" },
  { pattern: /\bhas_number\b/, standard: '<table>_<rule>_check', violation: "'has_number'" },
  { pattern: /\bof_no_order\b/, standard: '<table>_<rule>_check', violation: "'of_no_order'" },
  { pattern: /\bpaid_for\b/, standard: '<table>_<rule>_check', violation: "'paid_for'" },
  { pattern: /\bone_refund_waits\b/, standard: '<table>_<columns>_key', violation: "'one_refund_waits'" },
  { pattern: /\bone_try_each\b/, standard: '<table>_<columns>_key', violation: "'one_try_each'" },
  { pattern: /\bone_return_each\b/, standard: '<table>_<columns>_key', violation: "'one_return_each'" },
  { pattern: /\bkeepMoves\b/, standard: 'keepTransitions', violation: "'keepMoves'" },
  { pattern: /\battempts?\.handle\b/, standard: 'vendor_token', violation: 'attempt.handle' },
  { pattern: /(?<!\w)nonce_hash\b/, standard: 'return_nonce_hash', violation: "'nonce_hash'" },
  { pattern: /\b(?:inbox|webhook|message)\.party\b/, standard: 'provider', violation: 'webhook.party' },
  {
    pattern: /\bvirtual_accounts\.buys\b|\bbuying: /,
    standard: 'auto_purchase, auto_purchase_status',
    violation: "buying: 'off'",
  },
  {
    pattern: /\b(?:from|into|update|join|From\('|Into\('|Table\('|Join\(')\s?turns\b(?![-'.]\w)/,
    standard: 'state_history',
    violation: 'delete from turns',
  },
  {
    pattern: /\b(?:from|into|update|join|From\('|Into\('|Table\('|Join\(')\s?facts\b(?![-'.]\w)/,
    standard: 'app_metadata',
    violation: 'delete from facts',
  },
  {
    pattern: /\b(?:from|into|update|join|From\('|Into\('|Table\('|Join\(')\s?clock\b(?![-'.]\w)/,
    standard: 'test_clock',
    violation: 'delete from clock',
  },
  {
    pattern: /\b(?:from|into|update|join|From\('|Into\('|Table\('|Join\(')\s?bearers\b(?![-'.]\w)/,
    standard: 'session_tokens',
    violation: 'delete from bearers',
  },
  {
    pattern: /\b(?:from|into|update|join|From\('|Into\('|Table\('|Join\(')\s?differences\b(?![-'.]\w)/,
    standard: 'reconciliation_breaks',
    violation: 'delete from differences',
  },
  {
    pattern: /\b(?:from|into|update|join|From\('|Into\('|Table\('|Join\(')\s?compared\b(?![-'.]\w)/,
    standard: 'reconciled_items',
    violation: 'delete from compared',
  },
  {
    pattern: /\b(?:from|into|update|join|From\('|Into\('|Table\('|Join\(')\s?breaches\b(?![-'.]\w)/,
    standard: 'invariant_violations',
    violation: 'delete from breaches',
  },
  {
    pattern: /\b(?:from|into|update|join|From\('|Into\('|Table\('|Join\(')\s?inflows\b(?![-'.]\w)/,
    standard: 'deposits',
    violation: 'delete from inflows',
  },
  {
    pattern: /\b(?:from|into|update|join|From\('|Into\('|Table\('|Join\(')\s?verifications\b(?![-'.]\w)/,
    standard: 'customer_lookups',
    violation: 'delete from verifications',
  },
  // Type and function names
  { pattern: /\bManners\b/, standard: 'RequeryPolicy', violation: 'const value = Manners(order)' },
  { pattern: /\bVerdict\b/, standard: 'Decision', violation: 'const value = Verdict(order)' },
  { pattern: /\bFinding\b/, standard: 'AttemptUpdate', violation: 'const value = Finding(order)' },
  { pattern: /\bjudge\b/, standard: 'evaluate', violation: 'const value = judge(order)' },
  { pattern: /\bvendFirst\b/, standard: 'startVend', violation: 'const value = vendFirst(order)' },
  { pattern: /\btryAnother\b/, standard: 'failover', violation: 'const value = tryAnother(order)' },
  { pattern: /\bconclude\b/, standard: 'commitOutcome', violation: 'const value = conclude(order)' },
  { pattern: /\bsettleVend\b/, standard: 'applyDecision', violation: 'const value = settleVend(order)' },
  { pattern: /\blapse\b/, standard: 'expireIfUnpaid', violation: 'const value = lapse(order)' },
  {
    pattern: /\bsettleOnReturn\b/,
    standard: 'verifyPaymentCached',
    violation: 'const value = settleOnReturn(order)',
  },
  { pattern: /\bbeginRefund\b/, standard: 'createRefund', violation: 'const value = beginRefund(order)' },
  {
    pattern: /\bbeginReturn\b/,
    standard: 'createDepositRefund',
    violation: 'const value = beginReturn(order)',
  },
  { pattern: /\bOnPaid\b/, standard: 'PaymentEvents', violation: 'const value = OnPaid(order)' },
  {
    pattern: /\brefundMoved\b/,
    standard: 'onRefundStateChanged',
    violation: 'const value = refundMoved(order)',
  },
  { pattern: /\bgoneKobo\b/, standard: 'alreadyReturnedKobo', violation: 'const value = goneKobo(order)' },
  { pattern: /\bclaimAsk\b/, standard: 'claimRequery', violation: 'const value = claimAsk(order)' },
  { pattern: /\bleaveState\b/, standard: 'transitionFrom', violation: 'const value = leaveState(order)' },
  { pattern: /\bbecomePaid\b/, standard: 'markPaid', violation: 'const value = becomePaid(order)' },
  { pattern: /\blistDeeds\b/, standard: 'listAuditEvents', violation: 'const value = listDeeds(order)' },
  { pattern: /\bneedsSecond\b/, standard: 'requiresApproval', violation: 'const value = needsSecond(order)' },
  {
    pattern: /\brefundAgreed\b/,
    standard: 'onRefundApproved',
    violation: 'const value = refundAgreed(order)',
  },
  {
    pattern: /\bgiveApartAgreed\b/,
    standard: 'onAllocationApproved',
    violation: 'const value = giveApartAgreed(order)',
  },
  { pattern: /\bonTrial\b/, standard: 'halfOpen', violation: 'const value = onTrial(order)' },
  { pattern: /\brestSeconds\b/, standard: 'openForSeconds', violation: 'const value = restSeconds(order)' },
  { pattern: /\bscanRules\b/, standard: 'checkInvariants', violation: 'const value = scanRules(order)' },
  {
    pattern: /\bacceptBreach\b/,
    standard: 'acceptViolation',
    violation: 'const value = acceptBreach(order)',
  },
  { pattern: /\bEveryPage\b/, standard: 'BaseProps', violation: 'const value = EveryPage(order)' },
  { pattern: /\bFillings\b/, standard: 'TemplateValues', violation: 'const value = Fillings(order)' },
  { pattern: /\bhearts\b/, standard: 'pollers', violation: 'const value = hearts(order)' },
  {
    pattern: /\bmarkTransaction\b/,
    standard: 'runInTransactionContext',
    violation: 'const value = markTransaction(order)',
  },
  { pattern: /\buseParts\b/, standard: 'useInfiniteQuery', violation: 'const value = useParts(order)' },
  { pattern: /\buseSend\b/, standard: 'useMutation', violation: 'const value = useSend(order)' },
  { pattern: /\bisDecision\b/, standard: 'isFinalResponse', violation: 'const value = isDecision(order)' },
  {
    pattern: /\bnoticePerson\b/,
    standard: 'clearCacheOnUserChange',
    violation: 'const value = noticePerson(order)',
  },
  { pattern: /\bInflowState\b/, standard: 'DepositState', violation: 'const value = InflowState(order)' },
  {
    pattern: /\b(?:interface|type) Charge\b/,
    standard: 'ChargeResult',
    violation: 'export interface Charge {',
  },
  {
    pattern: /\b(?:interface|type) Checkout\b/,
    standard: 'CheckoutResult',
    violation: 'export interface Checkout {',
  },
  { pattern: /\b(?:interface|type) Sign\b/, standard: 'Signal', violation: 'export interface Sign {' },
  {
    pattern: /\b(?:interface|type) Sample\b/,
    standard: 'AttemptSample',
    violation: 'export interface Sample {',
  },
  {
    pattern: /\b(?:interface|type) Counter\b/,
    standard: 'VendorService',
    violation: 'export interface Counter {',
  },
  { pattern: /\b(?:interface|type) Broken\b/, standard: 'Violation', violation: 'export interface Broken {' },
  { pattern: /\b(?:interface|type) Rule\b/, standard: 'Invariant', violation: 'export interface Rule {' },
  { pattern: /\b(?:interface|type) Load\b/, standard: 'Loader', violation: 'export interface Load {' },
  { pattern: /\b(?:interface|type) Visit\b/, standard: 'PageRequest', violation: 'export interface Visit {' },
  { pattern: /\b(?:interface|type) Site\b/, standard: 'WebContext', violation: 'export interface Site {' },
  {
    pattern: /\b(?:async function|export const|export function) settle\b/,
    standard: 'verifyPayment',
    violation: 'export async function settle(id) {',
  },
  {
    pattern: /\b(?:async function|export const|export function) accept\b/,
    standard: 'applySuccess',
    violation: 'export async function accept(id) {',
  },
  {
    pattern: /\b(?:async function|export const|export function) wait\b/,
    standard: 'scheduleNextCheck',
    violation: 'export async function wait(id) {',
  },
  {
    pattern: /\b(?:async function|export const|export function) lose\b/,
    standard: 'recordDisputeLoss',
    violation: 'export async function lose(id) {',
  },
  {
    pattern: /\b(?:async function|export const|export function) look\b/,
    standard: 'poll',
    violation: 'export async function look(id) {',
  },
  {
    pattern: /\b(?:async function|export const|export function) stand\b/,
    standard: 'onHydrated',
    violation: 'export async function stand(id) {',
  },
  { pattern: /\bendOthers\b(?=\(tx|\(db)/, standard: 'resolveMissing', violation: 'await endOthers(tx)' },
  {
    pattern: /\bunderstood\(|\bLost\(|\bclass Lost\b/,
    standard: 'normaliseOutcome, ConcurrentUpdate',
    violation: 'throw new Lost(order)',
  },
  {
    pattern: /\bCaller\.client\b|\bstopped\(service\b/,
    standard: 'Caller.ip, outageOf',
    violation: 'stopped(service)',
  },
  { pattern: /\bnpm run books\b/, standard: 'npm run ledger', violation: 'npm run books' },
  {
    pattern:
      /\b(?:explainBreak|answerDispute|DisputeAnswer|isDisputeAnswered|giveToRequester|tellOwner|noteOrder)\b/,
    standard:
      'markBreakResolved, respondToDispute, hasDisputeResponse, assignToRequester, notify…, setCurrentOrder',
    violation: 'await tellOwner(tx)',
  },
  {
    pattern: /\bnewOrderSecrets\b|\bstandInEmail\b|\bisProvenByAddress\b|\bpaidForSomebody\b/,
    standard: 'newAccessTokens, fallbackEmail, isAuthorisedByUrl, payerDeliveryMessage',
    violation: 'newOrderSecrets()',
  },
  {
    pattern: /\btype(?::| ===| !==) '(?:yes|no|nothing)'/,
    standard: "'succeeded', 'rejected', 'unknown'",
    violation: "if (result.type === 'yes') return",
  },
  // Names that had several meanings
  {
    pattern: /\bwake(?:Outbox|Campaigns)\b/,
    standard: 'triggerOutbox, triggerCampaigns',
    violation: 'deps.wakeOutbox()',
  },
  {
    pattern: /\b(?:walletGivenUp|givenUpKobo)\b/,
    standard: 'walletForfeited, forfeitedKobo',
    violation: 'walletGivenUp(order)',
  },
  {
    pattern: /\btries(?: = 0|\.length|\+\+)/,
    standard: 'attempt, attempts',
    violation: 'for (let tries = 0; ; tries++) {',
  },
  {
    pattern: /\bBundleProvider\b/,
    standard: 'Biller; a provider is a vendor or a gateway',
    violation: 'interface BundleProvider {',
  },
  {
    pattern: /\bServiceEngine\b|\bserviceEngines\b/,
    standard: 'ServiceBackend: the part of a service in server/',
    violation: 'const power: ServiceEngine = {}',
  },
  {
    pattern: /\bcreateEngine\b|\b(?:features|deps)\.engine\b/,
    standard: 'order processor; an engine is that of the database',
    violation: 'await app.features.engine.advance(id)',
  },
  {
    pattern: /\b[gG]oodwillRoutes?\b|\brefundRoute(?:Texts|Of)\b/,
    standard: 'method, destination; a route is one of HTTP',
    violation: 'type GoodwillRoute = string',
  },
  {
    pattern: /\borderToken\b|\borderTokenHeader\b|\bacceptsOrderToken\b/,
    standard: 'access token; a token of an order is what the vendor delivers',
    violation: 'request(endpoint, { orderToken })',
  },
  {
    pattern: /\b(?:readMs|openMs)\b|\bdefaultDeadlines\b/,
    standard: 'queryTimeoutMs, createTimeoutMs; a due time is a column of a due row',
    violation: 'const readMs = 15_000',
  },
  {
    pattern: /\broleTexts\b|\bchangeRole\b/,
    standard: 'scopes: the rights of a manager; a role is user or manager',
    violation: 'await changeRole(tx, id, scopes)',
  },
  {
    pattern: /\b(?:parseReply|ParsedReply|readReply)\b|\breply: HttpResult\b/,
    standard: 'response, httpResult; a reply answers a ticket or an SMS',
    violation: 'const result = parseReply(reply)',
  },
  {
    pattern: /\b(?:ManagementCall|mayCall|callScopes|pageCalls)\b|\bcall: Endpoint\b/,
    standard: 'endpoint: an operation of the API; a call is one of a function',
    violation: 'if (!mayCall(scopes, name)) return false',
  },
  {
    pattern:
      /\b[Rr]eserved\s+(?:\*\s+|bank\s+)*accounts?\b|(?<!bank-transfer\/)reserved-accounts?\b|[rR]eservedAccount(?!Type)/,
    standard: 'virtual account; Monnify names its own "reserved account" in paths, fields and errors',
    violation: '/** The reserved accounts of a user. */',
  },
  {
    pattern: /\w(?:Facts|FactsOf)\b|\bfactsOf\b|\bconst facts\b|\(facts\b/,
    standard: 'details, records, fields of a message, input of a rule',
    violation: 'const facts = await factsOf(db, order)',
  },
  {
    pattern: /\b(?:isUnsettled|unsettledOrders|unsettledStates|sanwo_orders_unsettled)\b/,
    standard: 'in progress: an order is settled for the objectives once its refund is requested',
    violation: "'sanwo_orders_unsettled',",
  },
  {
    pattern: /\b(?:mark)?Unclear\(|'unclear'|\bvendor="unclear"/,
    standard: 'unknown, the state of an attempt and of a refund',
    violation: 'vendorResponses.markUnclear(id)',
  },
  {
    pattern: /\b(?:lostOrder\w*|LostPayment|lostPayment|LostRefund|isRefundLost)\b/,
    standard: 'missing, unrecorded, unreceived; a dispute is lost',
    violation: 'export type LostPayment =',
  },
  {
    pattern:
      /\b(?:get|list|describe|query)\w*Movements?\b|\bMovement(?:Row|Kind|List|s)\b|\bmovement(?:Kinds|Labels)\b/,
    standard: 'wallet transaction; the path /account/wallet/movements/all stays',
    violation: 'const page = await listMovements(db, userId, query)',
  },
  {
    pattern: /\b(?:getBulk|startBulk|checkBulk|getBulkFiles|BulkWithRows|bulkFileStatuses)\b|\bbulk_files?\b/,
    standard: 'bulk purchase; a file is the CSV that is uploaded',
    violation: 'respond(getBulkFiles, () => success([]))',
  },
  {
    pattern: /\bsubmitDisputeResponse\b|\bfailUnsent\b|\bReservationTerms\b|\bcouncilOf\b/,
    standard: 'sendEvidenceAndDecision, failUnsentOrder, VirtualAccountRequirements, examBodyOf',
    violation: 'const terms: ReservationTerms = {}',
  },
  {
    pattern: /\bcompanyCode\b|\bfetchCompany\b/,
    standard: 'billerCode, fetchBiller: a company is also the owner of a company account',
    violation: 'prepareOrder({ service, companyCode, number })',
  },
  {
    pattern: /\babout: '(?:delivered|refund)|\bPersonPage\b|\bAnswerDeps\b/,
    standard: 'type, SignedInPage, ReplyDeps',
    violation: "buildMessage(order, { about: 'delivered', delivery })",
  },
]

/**
 * Strings that stay although a pattern finds them: they are stored in rows that cannot change, are names of the API,
 * or are kept by the specifications.
 */
export const exemptStrings: readonly string[] = [
  // Stored audit actions, approval kinds, job dedupe keys and ledger events.
  "'set_apart'",
  "'set_apart.approve'",
  "'set_apart.ask'",
  "'set_apart.credit'",
  "'set_apart.reject'",
  "'set_apart.return'",
  '`set_apart:',
  '`set_apart`',
  'action=set_apart',
  '"set_apart.credit"',
  '"set_apart.approve"',
  // Examples of the API that show a stored template and a translation into Pidgin.
  'or your money goes back.</p>',
  'Any money wey enter from now go back to who pay am.',
  "'set_apart.ask'",
  "'set_apart.approve'",
  "'breach.found'",
  "'breach.accept'",
  '`breach:',
  '`alarm:',
  // Names of calls in the scopes of stored idempotency keys.
  "'creditSetApart'",
  "'returnSetApart'",
  "'startBulk'",
  // Stored queues of renamed jobs.
  "queue: 'compare-books'",
  "queue: 'daily-figures'",
  "queue: 'forget-old'",
  "queue: 'unstick'",
  // Applied migrations that code imports.
  "setApart from './migrations/0012-set-apart.ts'",
  "'0012-set-apart': setApart",
  "moneyApart from './migrations/0017-money-apart.ts'",
  "'0017-money-apart': moneyApart",
  "goodwillRoute from './migrations/0051-goodwill-route.ts'",
  "'0051-goodwill-route': goodwillRoute",
  // An error of Monnify, and the title of a decision in the specifications.
  'Cannot find reserved account',
  'decisions, "Reserved accounts"',
  // A detail of a stored audit event, renamed when it is read.
  "{ because: 'silent', naira: 5 }",
]
