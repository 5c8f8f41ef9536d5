import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { staticFiles } from '../../server/web/static-files.ts'

test('a static file that cannot be read ends its response, not the process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-static-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['lost.js', 'other.js']) writeFileSync(join(folder, name), `// ${name}`)
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const server = createServer(express().use('/assets', staticFiles(folder, { immutable: true }, log)))
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // The folder is read at the start; the file is opened for each request.
  rmSync(join(folder, 'lost.js'))

  await expect(fetch(`${origin}/assets/lost.js`)).rejects.toThrow('fetch failed')
  expect(await (await fetch(`${origin}/assets/other.js`)).text()).toBe('// other.js')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: 'a static file could not be read', err: { code: 'ENOENT' } },
  ])
})
