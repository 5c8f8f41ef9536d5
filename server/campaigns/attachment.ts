import { fileTypeFromBuffer } from 'file-type'
import type { messageTypes } from '../../shared/management/messages.ts'
import { Refused, type Upload } from '../http/index.ts'

/** A file as it goes out. */
export interface Attachment {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** By what their first bytes say, and how their names may end. */
const known: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
}
const texts: Readonly<Record<string, string>> = { txt: 'text/plain', csv: 'text/csv' }

/**
 * The file of a message, judged by what is in it as well as by its name.
 * @throws Refused FILE_REFUSED; with type image or both it must be a picture. Source: decision E-073
 */
export async function attachmentOf(
  file: Upload | undefined,
  type: (typeof messageTypes)[number],
): Promise<Attachment | null> {
  const wantsPicture = type === 'image' || type === 'text_image'
  if (!file) return null
  const found = await typeOf(file)
  if (!found || (wantsPicture && !found.startsWith('image/')))
    throw new Refused('FILE_REFUSED', {
      field: 'file',
      ...(wantsPicture && { says: 'Please attach a picture (PNG, JPEG, GIF or WebP).' }),
    })
  return { name: file.name, type: found, bytes: file.bytes }
}

async function typeOf({ name, bytes }: Upload): Promise<string | null> {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  const said = await fileTypeFromBuffer(bytes)
  if (said) return known[said.mime]?.includes(ending) ? said.mime : null
  return isText(bytes) ? (texts[ending] ?? null) : null
}

function isText(bytes: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\u0000')
  } catch {
    return false
  }
}
