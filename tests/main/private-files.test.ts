import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { connect, migrate } from '../../server/database/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'

/** The folder and paths below it that other users can open. */
function openToOthers(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  return paths.filter((path) => (statSync(path).mode & 0o077) !== 0)
}

test('secrets, the embedded database and the simulators’ journal are readable by their owner only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-private-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  // File modes as left by a copy or a backup.
  writeFileSync(join(folder, 'data.keys'), 'k'.repeat(40), { mode: 0o644 })
  writeFileSync(join(folder, 'simulators.jsonl'), '', { mode: 0o644 })

  readConfig({ DATA_DIR: folder })
  const simulators = await startSimulators({ port: 0, host: '127.0.0.1', dataDir: folder })
  const db = await connect({ databaseUrl: null, dataDir: folder })
  expect(openToOthers(folder)).toEqual([])
  await migrate(db)
  await db.close()
  await simulators.close()
  expect(openToOthers(folder)).toEqual([])
})
