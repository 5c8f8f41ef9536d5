import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { characters } from './font/characters.ts'

const fontFile = (name: string) => readFileSync(join(import.meta.dirname, 'font', name))
const readFonts = () => ({ regular: fontFile('regular.ttf'), bold: fontFile('bold.ttf') }) as const

const ink = { text: '#16181d', quiet: '#5b6472', line: '#d8dce3' } as const
const page = { left: 56, width: 483, bottom: 780 } as const
const columnWidth = 150

/** What stands on a receipt, top to bottom. */
export interface Receipt {
  readonly brandName: string
  readonly title: string
  readonly reference: string
  readonly madeAt: Date
  /** Large, in the order of entry. */
  readonly codes: readonly { label: string; code: string }[]
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly notes: readonly string[]
}

let press: ReturnType<typeof openPress> | undefined

/** Printer and fonts are large, and read when the first receipt is asked for. */
async function openPress() {
  const { default: PDFDocument } = await import('pdfkit')
  return { PDFDocument, fonts: readFonts() }
}

/** Prints a receipt on one A4 page. @returns the bytes of the PDF */
export async function printReceipt(receipt: Receipt): Promise<Buffer> {
  press ??= openPress()
  const { PDFDocument, fonts } = await press
  const paper = new PDFDocument({
    size: 'A4',
    margins: { top: page.left, left: page.left, right: page.left, bottom: 0 },
    lang: 'en',
    info: {
      Title: `Receipt ${receipt.reference}`,
      Author: printable(receipt.brandName),
      CreationDate: receipt.madeAt,
    },
    font: '',
  })
  const printed = collect(paper)
  paper.registerFont('regular', fonts.regular)
  paper.registerFont('bold', fonts.bold)
  drawHead(paper, receipt)
  drawCodes(paper, receipt)
  drawFacts(paper, receipt)
  drawNotes(paper, receipt)
  paper.end()
  return printed
}

type Paper = PDFKit.PDFDocument

function collect(paper: Paper): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((done, fail) => {
    paper.on('data', (chunk: Buffer) => chunks.push(chunk))
    paper.on('end', () => done(Buffer.concat(chunks)))
    paper.on('error', fail)
  })
}

function drawHead(paper: Paper, { brandName, title }: Receipt): void {
  paper
    .font('bold')
    .fontSize(22)
    .fillColor(ink.text)
    .text(printable(brandName, 40), page.left, page.left, within(30))
  paper
    .font('regular')
    .fontSize(12)
    .fillColor(ink.quiet)
    .text(printable(title), page.left, paper.y + 2, within(18))
  drawRule(paper)
}

function drawCodes(paper: Paper, { codes }: Receipt): void {
  if (codes.length === 0) return
  for (const { label, code } of codes) {
    paper
      .font('regular')
      .fontSize(10)
      .fillColor(ink.quiet)
      .text(printable(label), page.left, paper.y, within(14))
    paper.font('bold').fontSize(22).fillColor(ink.text).text(printable(code), page.left, paper.y, within(30))
    paper.y += 6
  }
  drawRule(paper)
}

function drawFacts(paper: Paper, { facts }: Receipt): void {
  for (const [name, value] of facts) {
    const top = paper.y
    paper.font('regular').fontSize(10.5)
    paper
      .fillColor(ink.quiet)
      .text(printable(name), page.left, top, { width: columnWidth, height: 14, lineBreak: false })
    paper.fillColor(ink.text).text(printable(value), page.left + columnWidth, top, {
      width: page.width - columnWidth,
      height: 44,
      ellipsis: true,
    })
    paper.y += 5
  }
  drawRule(paper)
}

function drawNotes(paper: Paper, { notes }: Receipt): void {
  paper.font('regular').fontSize(9.5).fillColor(ink.quiet)
  for (const note of notes) {
    if (paper.y > page.bottom - 30) return
    paper.text(printable(note, 400), page.left, paper.y, within(40))
    paper.y += 4
  }
}

function drawRule(paper: Paper): void {
  const at = paper.y + 8
  paper
    .moveTo(page.left, at)
    .lineTo(page.left + page.width, at)
    .lineWidth(0.75)
    .strokeColor(ink.line)
    .stroke()
  paper.y = at + 14
}

const within = (height: number) => ({ width: page.width, height, ellipsis: true })

const covered = new Set(characters)

/** One line that the fonts can print: control and direction characters go, an unknown character is '?'. */
function printable(text: string, most = 200): string {
  const line = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return Array.from(line, (it) => (covered.has(it) ? it : '?'))
    .slice(0, most)
    .join('')
}
