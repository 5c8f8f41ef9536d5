import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney, type Kobo } from '../../shared/money.ts'
import { colours, createDocument, drawHead, drawRule, type PdfDocument, page, toPrintable } from './pdf.ts'
import { statementTexts } from './statement-texts.ts'

/** One transaction of a statement. Amounts in kobo. */
interface StatementRow {
  readonly at: Date
  readonly description: string
  readonly reference: string | null
  /** Positive for money in. */
  readonly amountKobo: Kobo
  readonly balanceKobo: Kobo
}

/** The transactions of a wallet in a period, oldest first. */
export interface Statement {
  readonly brandName: string
  readonly holder: string
  /** Days in Lagos, YYYY-MM-DD, both included. */
  readonly from: string
  readonly to: string
  readonly createdAt: Date
  readonly openingKobo: Kobo
  readonly closingKobo: Kobo
  readonly rows: readonly StatementRow[]
}

const columns = {
  date: { left: page.left, width: 76 },
  description: { left: page.left + 80, width: 176 },
  moneyIn: { left: page.left + 258, width: 72 },
  moneyOut: { left: page.left + 332, width: 72 },
  balance: { left: page.left + 406, width: 77 },
} as const
type Column = keyof typeof columns
const rowHeight = 30
/** Rows drawn before other requests are served. */
const rowsPerChunk = 100

/** Renders a statement with as many A4 pages as it needs. @returns the bytes of the PDF */
export async function renderStatement(statement: Statement): Promise<Buffer> {
  const { document, output } = await createDocument({
    title: statementTexts.title(),
    brandName: statement.brandName,
    createdAt: statement.createdAt,
  })
  drawHead(document, { brandName: statement.brandName, title: statementTexts.title() })
  drawSummary(document, statement)
  drawColumnNames(document)
  for (const [index, row] of statement.rows.entries()) {
    if (index % rowsPerChunk === 0) await yieldToEventLoop()
    if (document.y + rowHeight > page.bottom) {
      document.addPage()
      drawColumnNames(document)
    }
    drawRow(document, row)
  }
  if (statement.rows.length === 0) drawCell(document, 'date', statementTexts.noTransactions(), page.width)
  document.end()
  return output
}

function drawSummary(document: PdfDocument, statement: Statement): void {
  const sumOf = (isCounted: (row: StatementRow) => boolean) =>
    statement.rows.filter(isCounted).reduce((sum, { amountKobo }) => sum + amountKobo, 0n)
  const lines = [
    [statementTexts.holder(), statement.holder],
    [
      statementTexts.period(),
      statementTexts.periodValue({ from: dayText(statement.from), to: dayText(statement.to) }),
    ],
    [statementTexts.openingBalance(), formatMoney(statement.openingKobo)],
    [statementTexts.moneyIn(), formatMoney(sumOf(({ amountKobo }) => amountKobo > 0n))],
    [statementTexts.moneyOut(), formatMoney(-sumOf(({ amountKobo }) => amountKobo < 0n))],
    [statementTexts.closingBalance(), formatMoney(statement.closingKobo)],
  ] as const
  for (const [name, value] of lines) {
    const top = document.y
    document.font('regular').fontSize(10.5).fillColor(colours.muted)
    document.text(toPrintable(name), page.left, top, { width: 150, height: 14, lineBreak: false })
    document
      .fillColor(colours.text)
      .text(toPrintable(value), page.left + 150, top, { width: page.width - 150, height: 14, ellipsis: true })
    document.y = top + 18
  }
  drawRule(document)
}

/** Noon, so that no time zone moves the day. */
const dayText = (day: string) => formatDate(`${day}T12:00:00Z`, 'day')

function drawColumnNames(document: PdfDocument): void {
  const top = document.y
  document.font('bold').fontSize(9).fillColor(colours.muted)
  const names: Record<Column, string> = {
    date: statementTexts.date(),
    description: statementTexts.description(),
    moneyIn: statementTexts.moneyIn(),
    moneyOut: statementTexts.moneyOut(),
    balance: statementTexts.balance(),
  }
  for (const column of Object.keys(columns) as Column[]) {
    document.y = top
    drawCell(document, column, names[column])
  }
  document.y = top + 10
  drawRule(document)
}

function drawRow(document: PdfDocument, row: StatementRow): void {
  const top = document.y
  document.font('regular').fontSize(9).fillColor(colours.text)
  const isCredit = row.amountKobo > 0n
  const amount = formatMoney(isCredit ? row.amountKobo : -row.amountKobo)
  const cells: Record<Column, string> = {
    date: formatDate(row.at),
    description: row.reference
      ? statementTexts.descriptionWithReference({ description: row.description, reference: row.reference })
      : row.description,
    moneyIn: isCredit ? amount : '',
    moneyOut: isCredit ? '' : amount,
    balance: formatMoney(row.balanceKobo),
  }
  for (const column of Object.keys(columns) as Column[]) {
    document.y = top
    drawCell(document, column, cells[column])
  }
  document.y = top + rowHeight
}

function drawCell(
  document: PdfDocument,
  column: Column,
  text: string,
  width: number = columns[column].width,
): void {
  const isMoney = column !== 'date' && column !== 'description'
  document.text(toPrintable(text), columns[column].left, document.y, {
    width,
    height: rowHeight - 4,
    ellipsis: true,
    align: isMoney ? 'right' : 'left',
  })
}
