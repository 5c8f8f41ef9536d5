import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import sirv, { type Options } from 'sirv'

/**
 * Serves the files of a folder. sirv has no error handler for the file that it streams: one that cannot be opened, for
 * example because too many files are open, would end the process. Here it only ends the response.
 */
export function staticFiles(folder: string, options: Options, log: Logger): RequestHandler {
  const serve = sirv(folder, options)
  return (req, res, next) => {
    res.once('pipe', (file) => {
      file.once('error', (err) => {
        log.error({ err, path: req.path }, 'a static file could not be read')
        res.destroy()
      })
    })
    serve(req, res, next)
  }
}
