import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import pLimit from 'p-limit'
import { merchantTexts } from '../../shared/merchant-texts.ts'
import { logoDrawing, type Merchant } from '../../shared/receipts.ts'
import { characters } from './font/characters.ts'
import { receiptTexts } from './texts.ts'

const fontFile = (name: string) => readFileSync(join(import.meta.dirname, 'font', name))
const readFonts = () => ({ regular: fontFile('regular.ttf'), bold: fontFile('bold.ttf') }) as const

export const colours = { text: '#16181d', muted: '#5b6472', rule: '#d8dce3' } as const
export const page = { left: 56, width: 483, bottom: 780 } as const
const columnWidth = 150
const logo = { width: 44 } as const

/** The content of a receipt, top to bottom. */
export interface Receipt {
  readonly merchant: Merchant
  readonly title: string
  readonly reference: string
  readonly createdAt: Date
  /** Large, in the order of entry. */
  readonly codes: readonly { label: string; code: string }[]
  readonly rows: readonly (readonly [name: string, value: string])[]
  readonly notes: readonly string[]
}

let pdfLibrary: ReturnType<typeof loadPdfLibrary> | undefined

/** The PDF library and fonts are large, so they are loaded with the first receipt. */
async function loadPdfLibrary() {
  const { default: PDFDocument } = await import('pdfkit')
  return { PDFDocument, fonts: readFonts() }
}

interface DocumentInfo {
  readonly title: string
  readonly brandName: string
  readonly createdAt: Date
}

/** An A4 document with the fonts `regular` and `bold`. `output`: the bytes of the PDF, once it has ended. */
export async function createDocument({
  title,
  brandName,
  createdAt,
}: DocumentInfo): Promise<{ document: PdfDocument; output: Promise<Buffer> }> {
  pdfLibrary ??= loadPdfLibrary()
  const { PDFDocument, fonts } = await pdfLibrary
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: page.left, left: page.left, right: page.left, bottom: 0 },
    lang: 'en',
    info: { Title: title, Author: toPrintable(brandName), CreationDate: createdAt },
    font: '',
  })
  const output = collectBytes(document)
  document.registerFont('regular', fonts.regular)
  document.registerFont('bold', fonts.bold)
  return { document, output }
}

/** Drawing takes the main thread for tens of milliseconds: other requests are served between two receipts. */
const runOneByOne = pLimit(1)

/** Renders a receipt on one A4 page. @returns the bytes of the PDF */
export const renderReceipt = (receipt: Receipt): Promise<Buffer> =>
  runOneByOne(async () => {
    await yieldToEventLoop()
    return drawReceipt(receipt)
  })

async function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const { document, output } = await createDocument({
    title: receiptTexts.documentTitle({ reference: receipt.reference }),
    brandName: receipt.merchant.brandName,
    createdAt: receipt.createdAt,
  })
  drawHead(document, { brandName: receipt.merchant.brandName, title: receipt.title })
  drawCodes(document, receipt)
  drawRows(document, receipt)
  drawNotes(document, receipt)
  drawMerchant(document, receipt)
  document.end()
  return output
}

export type PdfDocument = PDFKit.PDFDocument

function collectBytes(document: PdfDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
}

/** Logo, name of the product and title of the document. */
export function drawHead(
  document: PdfDocument,
  { brandName, title }: { brandName: string; title: string },
): void {
  drawLogo(document)
  const indent = logo.width + 14
  document
    .font('bold')
    .fontSize(22)
    .fillColor(colours.text)
    .text(toPrintable(brandName, 40), page.left + indent, page.left, textBox(30, indent))
  document
    .font('regular')
    .fontSize(12)
    .fillColor(colours.muted)
    .text(toPrintable(title), page.left + indent, document.y + 2, textBox(18, indent))
  drawRule(document)
}

function drawLogo(document: PdfDocument): void {
  const { size, field, arc, spark } = logoDrawing
  document
    .save()
    .translate(page.left, page.left)
    .scale(logo.width / size)
  document.roundedRect(0, 0, size, size, field.radius).fill(field.colour)
  document.path(arc.path).lineWidth(arc.width).lineCap('round').stroke(arc.colour)
  document.path(spark.path).fill(spark.colour)
  document.restore()
}

function drawCodes(document: PdfDocument, { codes }: Receipt): void {
  if (codes.length === 0) return
  for (const { label, code } of codes) {
    document
      .font('regular')
      .fontSize(10)
      .fillColor(colours.muted)
      .text(toPrintable(label), page.left, document.y, textBox(14))
    document
      .font('bold')
      .fontSize(22)
      .fillColor(colours.text)
      .text(toPrintable(code), page.left, document.y, textBox(30))
    document.y += 6
  }
  drawRule(document)
}

function drawRows(document: PdfDocument, { rows }: Receipt): void {
  for (const [name, value] of rows) {
    const top = document.y
    document.font('regular').fontSize(10.5)
    document
      .fillColor(colours.muted)
      .text(toPrintable(name), page.left, top, { width: columnWidth, height: 14, lineBreak: false })
    document.fillColor(colours.text).text(toPrintable(value), page.left + columnWidth, top, {
      width: page.width - columnWidth,
      height: 44,
      ellipsis: true,
    })
    document.y += 3.5
  }
  drawRule(document)
}

function drawNotes(document: PdfDocument, { notes }: Receipt): void {
  document.font('regular').fontSize(9.5).fillColor(colours.muted)
  for (const note of notes) {
    if (document.y > page.bottom - 30) return
    document.text(toPrintable(note, 400), page.left, document.y, textBox(40))
    document.y += 4
  }
}

/** At the foot of the page: who sold it, and where to get help. */
function drawMerchant(document: PdfDocument, { merchant }: Receipt): void {
  document.font('regular').fontSize(9.5).fillColor(colours.muted)
  const lines = [
    merchantTexts.soldBy({ merchant: merchant.brandName, site: merchant.appUrl }),
    merchantTexts.help({ address: merchant.helpUrl }),
  ]
  lines.forEach((line, index) => {
    document.text(toPrintable(line), page.left, page.bottom + index * 14, textBox(14))
  })
}

export function drawRule(document: PdfDocument): void {
  const ruleY = document.y + 8
  document
    .moveTo(page.left, ruleY)
    .lineTo(page.left + page.width, ruleY)
    .lineWidth(0.75)
    .strokeColor(colours.rule)
    .stroke()
  document.y = ruleY + 14
}

const textBox = (height: number, indent = 0) => ({ width: page.width - indent, height, ellipsis: true })

const supportedCharacters = new Set(characters)

/** One line in the fonts' characters: removes control and direction characters, replaces unknown ones with '?'. */
export function toPrintable(text: string, maxLength = 200): string {
  const line = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return Array.from(line, (character) => (supportedCharacters.has(character) ? character : '?'))
    .slice(0, maxLength)
    .join('')
}
