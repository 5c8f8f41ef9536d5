import { fileTypeFromBuffer } from 'file-type'
import { dimensionsOf, hasAllowedDimensions } from '../../shared/image-dimensions.ts'
import type { messageTypes } from '../../shared/management/messages.ts'
import { ApiError, type Upload } from '../http/index.ts'
import { campaignTexts } from './texts.ts'

/** An attachment as it is sent. */
export interface Attachment {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** Allowed file name extensions, by the type detected from the content. */
const extensionsByType: Readonly<Record<string, readonly string[]>> = {
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
const textTypes: Readonly<Record<string, string>> = { txt: 'text/plain', csv: 'text/csv' }

/**
 * Validates the attachment of a message by its content and its name.
 * @returns null without a file
 * @throws ApiError FILE_REFUSED; for the types image and text_image the file must be a picture. Source:
 * ruling E-073
 */
export async function attachmentOf(
  file: Upload | undefined,
  type: (typeof messageTypes)[number],
): Promise<Attachment | null> {
  const expectsPicture = type === 'image' || type === 'text_image'
  if (!file) return null
  const fileType = await typeOf(file)
  if (!fileType || (expectsPicture && !fileType.startsWith('image/')))
    throw new ApiError('FILE_REFUSED', {
      field: 'file',
      ...(expectsPicture && { message: campaignTexts.pictureExpected() }),
    })
  const dimensions = fileType.startsWith('image/') ? dimensionsOf(file.bytes) : undefined
  if (dimensions === null || (dimensions && !hasAllowedDimensions(dimensions)))
    throw new ApiError('FILE_REFUSED', {
      field: 'file',
      message: campaignTexts.pictureUnreadable(),
    })
  return { name: file.name, type: fileType, bytes: file.bytes }
}

async function typeOf({ name, bytes }: Upload): Promise<string | null> {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  const detectedType = await fileTypeFromBuffer(bytes)
  if (detectedType) return extensionsByType[detectedType.mime]?.includes(extension) ? detectedType.mime : null
  return isText(bytes) ? (textTypes[extension] ?? null) : null
}

function isText(bytes: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\u0000')
  } catch {
    return false
  }
}
