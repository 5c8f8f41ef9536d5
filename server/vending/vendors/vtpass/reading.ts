import { z } from 'zod'
import { readJson } from '../../../http/exact-json.ts'
import type { Reply } from '../../../http/outbound.ts'
import type { Delivery, Goods, LookupResult, Outcome } from '../../vendor.ts'
import { type Fields, fieldsOf, koboAt, rateAt, textAt, tokensIn, unitsAt } from '../fields.ts'
import { inOrderOfEntry, tokenDue } from '../tokens.ts'
import { unanswered } from '../unanswered.ts'
import { codes, statuses } from './codes.ts'
import { pinsDue, readPins } from './pins.ts'

const Answer = z.looseObject({
  code: z.string(),
  requestId: z.string().nullish().catch(null),
  content: z.unknown().optional(),
})
type Answer = z.infer<typeof Answer>

const answerOf = (reply: Reply & { is: 'answered' }): Answer | null =>
  Answer.safeParse(readJson(reply.text)).data ?? null

/**
 * Reads the answer to `POST /merchant-verify`. Every field but the name is optional, and named
 * differently by each company. Source: VTpass documentation, "Verify meter number"
 */
export function readLookup(reply: Reply): LookupResult {
  if (reply.is !== 'answered') return { is: 'unavailable', because: reply.because }
  const answer = reply.status < 500 ? answerOf(reply) : null
  if (!answer) return { is: 'unavailable', because: 'unreadable' }
  if (answer.code !== '000' && answer.code !== '020') return { is: 'unavailable', because: answer.code }

  const content = fieldsOf(answer.content)
  const complaint = textAt(content, 'error')
  const wrong =
    /^(true|yes|1)$/i.test(String(content.get('wrongbillerscode'))) ||
    /not (correct|valid|found)|not a valid|invalid|incorrect|does not exist/i.test(complaint ?? '')
  if (!wrong && complaint && /unavailable|try again|time|later|unable to (reach|connect)/i.test(complaint))
    return { is: 'unavailable', because: complaint }
  const customerName = textAt(content, 'customer_name', 'customername')
  if (wrong || complaint || !customerName) return { is: 'not_found' }
  return {
    is: 'found',
    customerName,
    address: textAt(content, 'address', 'customer_address'),
    minKobo: largest(koboAt(content, 'minimum_amount'), koboAt(content, 'min_purchase_amount')),
    maxKobo: koboAt(content, 'max_purchase_amount', 'maximum_amount'),
    arrearsKobo: koboAt(content, 'customer_arrears', 'outstanding'),
    tariff: textAt(content, 'tariff', 'service_band'),
    nairaPerKwh: rateAt(content, 'tariff'),
    canVend: /^(yes|true|1)$/i.test(textAt(content, 'can_vend') ?? 'yes'),
    handle: null,
    customerNumber: textAt(content, 'customer_number') ?? undefined,
  }
}

const largest = (one: bigint | null, other: bigint | null) => ((one ?? 0n) > (other ?? 0n) ? one : other)

/** What was asked of them: the answer must be about it. */
export interface Asked {
  readonly call: 'vend' | 'requery'
  readonly requestId: string
  readonly goods: Goods
}

/**
 * Reads the answer to `POST /pay` or `POST /requery`. Only a listed code is proof; a lost, broken or
 * foreign answer is unknown. Source: VTpass documentation, "Response codes"
 */
export function readOutcome(reply: Reply, asked: Asked): Outcome {
  if (reply.is !== 'answered') return unanswered(reply, asked.call)
  const answer = reply.status < 500 ? answerOf(reply) : null
  if (!answer) return { is: 'unknown', because: 'unreadable', code: null }
  if (answer.requestId && answer.requestId !== asked.requestId)
    return { is: 'unknown', because: 'unreadable', code: answer.code }

  const meaning = codes.get(answer.code)
  if (!meaning) return { is: 'unknown', because: 'unlisted', code: answer.code }
  const said = asked.call === 'vend' ? meaning.onVend : meaning.onRequery
  return said.is === 'stated' ? readTransaction(answer, asked) : { ...said, code: answer.code }
}

function readTransaction(answer: Answer, { goods }: Asked): Outcome {
  const { code } = answer
  const transaction = fieldsOf(fieldsOf(answer.content).get('transactions'))
  const status = statuses.get(textAt(transaction, 'status')?.toLowerCase() ?? '')
  if (!status) return { is: 'unknown', because: 'processing', code }
  if (status !== 'delivered') return { is: 'failed', because: status, code }

  const root = fieldsOf(answer)
  const tokens = readTokens(root, transaction)
  const needsToken = tokenDue(goods)
  if (needsToken && !tokens.some(({ kind }) => kind === 'main'))
    return { is: 'unknown', because: 'no_token', code }
  const due = pinsDue(goods)
  const pins = due > 0 ? readPins(root) : undefined
  if (pins && pins.length < due) return { is: 'unknown', because: 'no_token', code }
  const amountKobo = amountOf(transaction) ?? koboAt(root, 'amount')
  const costKobo = koboAt(transaction, 'total_amount') ?? amountKobo
  if (costKobo === null) return { is: 'unknown', because: 'unreadable', code }
  return {
    is: 'delivered',
    vendorReference: textAt(transaction, 'transactionid'),
    said: { beneficiary: textAt(transaction, 'unique_element') ?? textAt(root, 'meternumber'), amountKobo },
    costKobo,
    delivery: needsToken
      ? { ...readFacts(root), tokens }
      : { ...readFacts(root), tokens: [], units: null, pins },
  }
}

/** What they say was bought: `unit_price` is one piece's. */
function amountOf(transaction: Fields): bigint | null {
  const unitKobo = koboAt(transaction, 'unit_price')
  const pieces = Number(textAt(transaction, 'quantity') ?? 1)
  return unitKobo !== null && Number.isSafeInteger(pieces) && pieces > 0
    ? unitKobo * BigInt(pieces)
    : koboAt(transaction, 'amount')
}

type Token = Delivery['tokens'][number]

/** Every token of a delivery. Companies name them differently. */
function readTokens(root: Fields, transaction: Fields): Token[] {
  const firstOf = (...names: string[]) =>
    names.map((name) => tokensIn(textAt(root, name))).find((it) => it.length > 0)
  const mainUnits = unitsAt(root, 'maintokenunits', 'units')
  const found = {
    kct1: firstOf('kct1'),
    kct2: firstOf('kct2'),
    reset: firstOf('resettoken'),
    configure: firstOf('configuretoken'),
    main:
      firstOf('token', 'maintoken', 'purchased_code', 'tokenvalue', 'standardtokenvalue') ??
      tokensIn(textAt(transaction, 'extras')),
    bonus: firstOf('bonustoken'),
  }
  return inOrderOfEntry(found, { main: mainUnits, bonus: unitsAt(root, 'bonustokenunits') })
}

function readFacts(root: Fields): Omit<Delivery, 'tokens'> {
  return {
    units: unitsAt(root, 'units', 'maintokenunits'),
    tariff: textAt(root, 'tariff'),
    tariffClass: textAt(root, 'tariffclass', 'tariffindex'),
    vatKobo: koboAt(root, 'taxamount', 'vat'),
    arrearsKobo: koboAt(root, 'debtamount', 'arrears'),
    customerName: textAt(root, 'customername'),
    customerAddress: textAt(root, 'customeraddress'),
    receiptNumber: textAt(root, 'exchangereference', 'receiptno'),
  }
}

/** Reads `GET /balance`: naira with floating noise under `contents`, its code a number. */
export function readBalance(reply: Reply): bigint | null {
  if (reply.is !== 'answered' || reply.status !== 200) return null
  const answer = fieldsOf(readJson(reply.text))
  const contents = fieldsOf(answer.get('contents'))
  const balance = contents.get('balance')
  if (Number(answer.get('code')) !== 1 || (typeof balance !== 'number' && typeof balance !== 'string'))
    return null
  return Number(balance) === 0 ? 0n : koboAt(contents, 'balance')
}
