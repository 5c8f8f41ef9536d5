import { expect, onTestFinished, test } from 'vitest'
import { checkDatabase, connect, isConnectionError, migrate } from '../../server/database/index.ts'
import { canMount, openSmallDisk } from '../support/small-disk.ts'

// The test of the whole application with a full disk on PostgreSQL: tests/faults/disk.test.ts.
test.skipIf(!canMount)(
  'the embedded database on a full disk can be read, rejects new rows as a temporary error, and stores rows once there is space (needs the right to mount a disk)',
  async () => {
    const disk = openSmallDisk(96)!
    onTestFinished(() => disk.remove())
    const db = await connect({ databaseUrl: null, dataDir: disk.folder })
    onTestFinished(() => db.close())
    await migrate(db)
    const store = (name: string) =>
      db.q
        .insertInto('app_metadata')
        .values({ name, value: 'x'.repeat(2_000) })
        .execute()
    expect(await checkDatabase(db)).toBe('ready')

    disk.fill()
    expect(await checkDatabase(db)).toBe('unwritable')
    const stored: string[] = []
    let failure: unknown = null
    for (let row = 0; row < 100 && !failure; row++) {
      await store(`row ${row}`).then(
        () => stored.push(`row ${row}`),
        (error: unknown) => (failure = error),
      )
    }
    expect(isConnectionError(failure)).toBe(true)
    expect(
      await db.q.selectFrom('app_metadata').select('name').where('name', 'like', 'row %').execute(),
    ).toHaveLength(stored.length)

    disk.makeRoom()
    expect(await checkDatabase(db)).toBe('ready')
    await store('after')
  },
)
