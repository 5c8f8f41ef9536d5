import { crc32, deflateSync } from 'node:zlib'

interface Attachment {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const bytesOf = (data: Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(data)

/** A PNG with these dimensions in its header; its pixels are one row. */
export function pngOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return bytesOf(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(4))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A ZIP archive with stored entries. */
function zipOf(entries: readonly (readonly [name: string, text: string])[]): Buffer {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of entries) {
    const data = Buffer.from(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, Buffer.from(name), data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, tail, Buffer.from(name)]))
    chunks.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...chunks, listed, end])
}

const officeFile = (main: string, type: string): Buffer =>
  zipOf([
    [
      '[Content_Types].xml',
      `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${main}" ContentType="${type}.main+xml"/></Types>`,
    ],
    ['_rels/.rels', '<Relationships/>'],
    [main, '<document/>'],
  ])
const openDocument = (type: string): Buffer =>
  zipOf([
    ['mimetype', type],
    ['content.xml', '<document/>'],
  ])

const openXml = 'application/vnd.openxmlformats-officedocument'
const oasis = 'application/vnd.oasis.opendocument'

/** A small valid file of each type that may be attached. */
export const attachments = (): Attachment[] =>
  (
    [
      ['picture.png', 'image/png', Buffer.from(pngOf(1, 1))],
      [
        'picture.jpg',
        'image/jpeg',
        Buffer.from(
          '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
          'base64',
        ),
      ],
      [
        'picture.gif',
        'image/gif',
        Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
      ],
      [
        'picture.webp',
        'image/webp',
        Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
      ],
      [
        'receipt.pdf',
        'application/pdf',
        Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
      ],
      [
        'letter.docx',
        `${openXml}.wordprocessingml.document`,
        officeFile('word/document.xml', `${openXml}.wordprocessingml.document`),
      ],
      [
        'prices.xlsx',
        `${openXml}.spreadsheetml.sheet`,
        officeFile('xl/workbook.xml', `${openXml}.spreadsheetml.sheet`),
      ],
      [
        'slides.pptx',
        `${openXml}.presentationml.presentation`,
        officeFile('ppt/presentation.xml', `${openXml}.presentationml.presentation`),
      ],
      ['letter.odt', `${oasis}.text`, openDocument(`${oasis}.text`)],
      ['prices.ods', `${oasis}.spreadsheet`, openDocument(`${oasis}.spreadsheet`)],
      ['notice.txt', 'text/plain', Buffer.from('Planned work on Sunday. ₦0 fee.')],
      ['prices.csv', 'text/csv', Buffer.from('\uFEFFmeter,amount\r\n11000000001,2000\r\n')],
    ] as const
  ).map(([name, type, data]) => ({ name, type, bytes: bytesOf(data) }))
