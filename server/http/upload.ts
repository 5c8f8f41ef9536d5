import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { Refused } from './refused.ts'

/** A file that somebody sent. */
export interface Upload {
  /** As they named it, on one line: for people, never a path. */
  readonly name: string
  readonly bytes: Buffer
}

/** What stands around a file in a form, and the fields beside it. */
const wrappingBytes = 10 * 1024
const fieldsBytes = 300 * 1024
const mostFields = 30

/**
 * Reads the one file of a multipart form into memory, and the fields beside it into `req.body`. One that says it is
 * too large is refused before it is read.
 * @returns undefined where the file may be left out and was
 * @throws Refused TOO_LARGE, INVALID on the field, MALFORMED
 */
export async function readUpload(
  req: Request,
  res: Response,
  { field, mostBytes, optional = false }: { field: string; mostBytes: number; optional?: boolean },
  hasFields: boolean,
): Promise<Upload | undefined> {
  const missing = new Refused('INVALID', { field, says: 'Please choose a file.' })
  if (!req.is('multipart/form-data')) throw missing
  const tooLarge = new Refused('TOO_LARGE', {
    field,
    says: `The file is larger than ${Math.floor(mostBytes / 1024 / 1024)} MB. Please split it into smaller ones.`,
  })
  const aroundBytes = wrappingBytes + (hasFields ? fieldsBytes : 0)
  if (Number(req.headers['content-length'] ?? 0) > mostBytes + aroundBytes) throw tooLarge
  const read = multer({
    storage: multer.memoryStorage(),
    defParamCharset: 'utf8',
    limits: {
      fileSize: mostBytes,
      files: 1,
      fields: hasFields ? mostFields : 0,
      fieldSize: fieldsBytes,
      parts: 1 + (hasFields ? mostFields : 0),
      headerPairs: 20,
    },
  }).single(field)
  await new Promise<void>((done, fail) => {
    read(req, res, (error: unknown) => {
      if (!error) return done()
      if (!(error instanceof MulterError)) return fail(new Refused('MALFORMED'))
      fail(error.code === 'LIMIT_FILE_SIZE' ? tooLarge : missing)
    })
  })
  if (!req.file && optional) return undefined
  if (!req.file) throw missing
  return { name: nameOf(req.file.originalname), bytes: req.file.buffer }
}

const nameOf = (given: string): string =>
  given
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/]+/gu, ' ')
    .trim()
    .slice(-100) || 'file'
