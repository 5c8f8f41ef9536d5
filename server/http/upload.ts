import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { ApiError } from './api-error.ts'
import { httpServerTexts } from './texts.ts'

/** An uploaded file. */
export interface Upload {
  /** The client's file name on one line, for display; never used as a path. */
  readonly name: string
  readonly bytes: Buffer
}

/** Multipart overhead, and the other fields of the form. */
const multipartOverheadBytes = 10 * 1024
const fieldsBytes = 300 * 1024
const maxFields = 30

/**
 * Reads the single file of a multipart form into memory, and the other fields into `req.body`. A file whose declared
 * length is too large is rejected before it is read.
 * @returns undefined if the file is optional and absent
 * @throws ApiError TOO_LARGE, INVALID on the field, MALFORMED
 */
export async function readUpload(
  req: Request,
  res: Response,
  { field, maxBytes, optional = false }: { field: string; maxBytes: number; optional?: boolean },
  hasFields: boolean,
): Promise<Upload | undefined> {
  const missingFileError = new ApiError('INVALID', { field, message: httpServerTexts.fileMissing() })
  if (!req.is('multipart/form-data')) throw missingFileError
  const tooLarge = new ApiError('TOO_LARGE', {
    field,
    message: httpServerTexts.fileTooLarge({ megabytes: Math.floor(maxBytes / 1024 / 1024) }),
  })
  const overheadBytes = multipartOverheadBytes + (hasFields ? fieldsBytes : 0)
  if (Number(req.headers['content-length'] ?? 0) > maxBytes + overheadBytes) throw tooLarge
  const parseForm = multer({
    storage: multer.memoryStorage(),
    defParamCharset: 'utf8',
    limits: {
      fileSize: maxBytes,
      files: 1,
      fields: hasFields ? maxFields : 0,
      fieldSize: fieldsBytes,
      parts: 1 + (hasFields ? maxFields : 0),
      headerPairs: 20,
    },
  }).single(field)
  await new Promise<void>((resolve, reject) => {
    parseForm(req, res, (error: unknown) => {
      if (!error) return resolve()
      if (!(error instanceof MulterError)) return reject(new ApiError('MALFORMED'))
      reject(error.code === 'LIMIT_FILE_SIZE' ? tooLarge : missingFileError)
    })
  })
  if (!req.file && optional) return undefined
  if (!req.file) throw missingFileError
  return { name: nameOf(req.file.originalname), bytes: req.file.buffer }
}

const nameOf = (originalName: string): string =>
  originalName
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/]+/gu, ' ')
    .trim()
    .slice(-100)
    .toWellFormed() || 'file'
