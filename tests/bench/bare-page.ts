import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import zlib from 'node:zlib'
import ejs from 'ejs'
import express from 'express'
import { readInput, sendReport, stopOnParentSignal } from './process.ts'

/** A baseline page: plain Express, one EJS template, no session, no headers of its own. */
export interface BarePage {
  /** EJS. Its values: `title` and `csrfToken`. */
  readonly template: string
  /** Sends brotli, as the app does; otherwise plain text. */
  readonly compressed: boolean
}

const { template, compressed } = readInput<BarePage>()
const page = ejs.compile(template)
const app = express()
app.get('/', (_req, res) => {
  const html = page({ title: 'Buy electricity', csrfToken: 'a token of forty-three characters in the page' })
  if (!compressed) return void res.send(html)
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 }
  res.set('Content-Encoding', 'br').type('html').send(zlib.brotliCompressSync(html, { params }))
})
app.get('/favicon.svg', (_req, res) => void res.status(204).end())

const server = createServer(app).listen(0, '127.0.0.1')
await once(server, 'listening')
sendReport({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
stopOnParentSignal(async () => undefined)
