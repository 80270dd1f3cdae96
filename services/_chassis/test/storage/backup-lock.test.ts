import { Readable } from 'node:stream'
import { connect } from '@app/chassis/db/connect.ts'
import { BACKUP_LOCK, isBackupRunning } from '@app/chassis/storage/backup-lock.ts'
import { removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import { createFileSweepTable, sweepDue } from '@app/chassis/storage/sweep.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { createTestStore } from '@app/chassis/testing/store.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'

const PREFIX = 'public/tests/'

it('no file is deleted while a backup runs; the next sweep deletes unreferenced files', { tags: 'nightly' }, async () => {
  const [database, store] = await Promise.all([
    createTestDatabase('tasks', { '0001-sweep': { up: createFileSweepTable } }),
    createTestStore(),
  ])
  const db = connect<unknown>({ url: database.url, schema: 'tasks', max: 2, onIdleError: () => {} })
  const backup = new pg.Client(database.adminUrl)
  await backup.connect()
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const { log } = recordingLogger()
  const put = (key: string) => store.put(PREFIX + key, Readable.from([Buffer.from(key)]), 'text/plain', new AbortController().signal)
  const isThere = async (key: string) => (await store.sizeOf(PREFIX + key)) !== undefined
  const sweepAfter = (days: number) => {
    const now = () => new Date(Date.now() + days * 86_400_000)
    return sweepDue({ db, store, prefixes: [PREFIX], namedKeys: async () => new Set(), log, now }, new AbortController().signal)
  }
  await Promise.all([put('released'), put('orphan')])

  await backup.query('select pg_advisory_lock(hashtextextended($1, 0))', [BACKUP_LOCK])
  expect(await isBackupRunning(db)).toBe(true)
  await removeUnreferencedFiles({ db, store, log }, [`${PREFIX}released`])
  expect(await sweepAfter(1.1)).toBe(0)
  expect(await Promise.all([isThere('released'), isThere('orphan')])).toEqual([true, true])

  // Postgres releases the lock when the connection ends.
  await backup.end()
  await expect.poll(() => isBackupRunning(db)).toBe(false)
  await removeUnreferencedFiles({ db, store, log }, [`${PREFIX}released`])
  expect(await isThere('released')).toBe(false)
  expect(await sweepAfter(2.2)).toBe(1)
  expect(await isThere('orphan')).toBe(false)
})
