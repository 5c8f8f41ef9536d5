/** Ids of translated texts that have another id now. Stored translations keep the id that they were made for. */
const renamedIds: ReadonlyMap<string, string> = new Map([
  ['order-card.unnamedCompany', 'order-card.unnamedBiller'],
  ['purchase-success.buyAgain', 'purchase-repeat.buyAgain'],
])

interface PlaceholderRename {
  readonly from: string
  readonly to: string
  /** Current ids of the texts. */
  readonly textIds: readonly string[]
}

const renamedPlaceholders: readonly PlaceholderRename[] = [
  {
    from: 'company',
    to: 'biller',
    textIds: [
      'offline.receiptSummary',
      'order-card.deliveringNow',
      'order-card.sendingNow',
      'order-card.vendingStep',
      'orderMessage.billIntro',
      'orderMessage.smsBillPaid',
      'power-details.orderDescription',
      'power-process.gettingToken',
      'power-process.sendingPayment',
      'power-receipt.noToken',
      'power-receipt.sharedMeter',
      'powerPage.summary',
      'purchase-process.sendingOrder',
    ],
  },
  {
    from: 'council',
    to: 'examBody',
    textIds: ['educationPage.productValue', 'educationServer.headline', 'educationServer.orderLabel'],
  },
  { from: 'examination', to: 'exam', textIds: ['educationPage.productValue'] },
  {
    from: 'route',
    to: 'destination',
    textIds: [
      'refund.completed',
      'refund.completedBy',
      'refund.smsStarted',
      'refund.smsStartedBy',
      'refund.started',
      'refund.startedBy',
    ],
  },
]

/** Every rename, for the test that compares them with the current texts. */
export const translationRenames = { renamedIds, renamedPlaceholders }

/** The current id of a text, and the ids that it had before. */
export const storedIdsOf = (id: string): string[] => [
  id,
  ...[...renamedIds].filter(([, current]) => current === id).map(([former]) => former),
]

interface StoredTexts {
  readonly text_id: string
  readonly old_message: string | null
  readonly message: string
  readonly english: string
}

/** A stored change with the current id and placeholders of its text. */
export function applyRenames<Change extends StoredTexts>(change: Change): Change {
  const textId = renamedIds.get(change.text_id) ?? change.text_id
  const renames = renamedPlaceholders.filter(({ textIds }) => textIds.includes(textId))
  const rename = (message: string) => renames.reduce(renamePlaceholder, message)
  return {
    ...change,
    text_id: textId,
    old_message: change.old_message === null ? null : rename(change.old_message),
    message: rename(change.message),
    english: rename(change.english),
  }
}

const renamePlaceholder = (message: string, { from, to }: PlaceholderRename): string =>
  message.replace(new RegExp(String.raw`\{\s*${from}\s*(?=[,}])`, 'g'), `{${to}`)
