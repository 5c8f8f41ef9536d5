import { merchantTexts } from '../../shared/merchant-texts.ts'
import { logoDrawing, type Merchant } from '../../shared/receipts.ts'
import { type ReceiptText, rowTextOf } from './receipt.ts'
import { successTexts } from './success-texts.ts'

const picture = { width: 1080, margin: 72, gap: 28, logo: 96, labelWidth: 320 } as const
const colours = { paper: '#ffffff', text: '#16181d', muted: '#5b6472', rule: '#d8dce3', tint: '#eef6f1' }
const bodyWidth = picture.width - 2 * picture.margin

type Canvas2D = CanvasRenderingContext2D

/**
 * Draws the receipt as a PNG.
 * @throws Error when the browser cannot draw it
 */
export function drawReceiptPicture(receipt: ReceiptText, merchant: Merchant): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  canvas.width = picture.width
  // The first pass measures the height.
  canvas.height = Math.ceil(draw(context, receipt, merchant))
  context.fillStyle = colours.paper
  context.fillRect(0, 0, canvas.width, canvas.height)
  draw(context, receipt, merchant)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png'),
  )
}

/** @returns the height of the picture */
function draw(context: Canvas2D, { biller, codes, rows }: ReceiptText, merchant: Merchant): number {
  context.textBaseline = 'top'
  let top = drawHead(context, successTexts.receiptOf({ brand: merchant.brandName }), biller)
  for (const { label, code } of codes) top = drawCode(context, label, code, top)
  for (const row of rows) {
    const bottom = drawText(context, row.label, {
      top,
      width: picture.labelWidth - 24,
      size: 32,
      colour: colours.muted,
    })
    const valueBottom = drawText(context, rowTextOf(row), {
      top,
      left: picture.margin + picture.labelWidth,
      width: bodyWidth - picture.labelWidth,
      size: row.strong ? 40 : 32,
      weight: 600,
    })
    top = drawRule(context, Math.max(bottom, valueBottom) + 12)
  }
  for (const line of [
    merchantTexts.soldBy({ merchant: merchant.brandName, site: merchant.appUrl }),
    merchantTexts.help({ address: merchant.helpUrl }),
  ])
    top = drawText(context, line, { top, width: bodyWidth, size: 26, colour: colours.muted })
  return top + picture.margin
}

function drawHead(context: Canvas2D, title: string, biller: string): number {
  const { margin, logo, gap } = picture
  drawLogo(context)
  const left = margin + logo + gap
  const width = bodyWidth - logo - gap
  const bottom = drawText(context, title, { top: margin, left, width, size: 48, weight: 800 })
  return (
    Math.max(
      drawText(context, biller, { top: bottom, left, width, size: 32, colour: colours.muted }),
      margin + logo,
    ) + gap
  )
}

function drawLogo(context: Canvas2D): void {
  const { size, field, arc, spark } = logoDrawing
  context.save()
  context.translate(picture.margin, picture.margin)
  context.scale(picture.logo / size, picture.logo / size)
  context.fillStyle = field.colour
  // A square with rounded corners, also where roundRect is unknown.
  const { radius } = field
  context.fill(
    new Path2D(
      `M${radius} 0H${size - radius}A${radius} ${radius} 0 0 1 ${size} ${radius}V${size - radius}A${radius} ${radius} 0 0 1 ${size - radius} ${size}H${radius}A${radius} ${radius} 0 0 1 0 ${size - radius}V${radius}A${radius} ${radius} 0 0 1 ${radius} 0Z`,
    ),
  )
  context.strokeStyle = arc.colour
  context.lineWidth = arc.width
  context.lineCap = 'round'
  context.stroke(new Path2D(arc.path))
  context.fillStyle = spark.colour
  context.fill(new Path2D(spark.path))
  context.restore()
}

function drawCode(context: Canvas2D, label: string, code: string, top: number): number {
  const { margin, gap } = picture
  const inside = { left: margin + gap, width: bodyWidth - 2 * gap }
  const drawContent = (from: number) =>
    drawText(context, code, {
      top: drawText(context, label, { top: from + gap, size: 28, colour: colours.muted, ...inside }),
      size: 56,
      weight: 800,
      ...inside,
    }) + gap
  const bottom = drawContent(top)
  context.fillStyle = colours.tint
  context.fillRect(margin, top, bodyWidth, bottom - top)
  return drawContent(top) + gap
}

function drawRule(context: Canvas2D, top: number): number {
  context.fillStyle = colours.rule
  context.fillRect(picture.margin, top, bodyWidth, 2)
  return top + 18
}

interface TextBox {
  top: number
  left?: number
  width: number
  size: number
  weight?: number
  colour?: string
}

/** Draws a text with line breaks where it is too long. @returns the bottom of its last line */
function drawText(
  context: Canvas2D,
  text: string,
  { top, left = picture.margin, width, size, weight = 400, colour = colours.text }: TextBox,
): number {
  context.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
  context.fillStyle = colour
  const lines = linesOf(text, (line) => context.measureText(line).width <= width)
  lines.forEach((line, index) => {
    context.fillText(line, left, top + index * size * 1.35)
  })
  return top + lines.length * size * 1.35
}

/** Breaks a text between words, and within a word that is longer than a line. */
function linesOf(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of text.split(/(\s+)/)) {
    for (const piece of fits(part) ? [part] : Array.from(part)) {
      if (line && !fits(line + piece)) {
        lines.push(line.trimEnd())
        line = piece.trimStart()
      } else line += piece
    }
  }
  return [...lines, line]
}
