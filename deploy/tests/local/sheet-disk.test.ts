import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestSheet, ourScript } from '@app/chassis/testing/sheet.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDevelopmentSheet } from '../../local/parts/sheet/start.ts'
import { add, post, SECRET } from './sheet-calls.ts'
import { smallDisk } from './small-disk.ts'

const quiet = { info() {}, warn() {} }
const script = await ourScript(SECRET)

describe('the spreadsheets’ files', () => {
  it('keep cells and script after a restart, are readable by the owner only, and incomplete files are deleted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sheet-files-'))
    const start = () => startDevelopmentSheet({ dataDir: folder, log: quiet })
    try {
      let running = await start()
      const put = (path: string, body: string) => fetch(`${running.url}/sheets/${path}`, { method: 'PUT', body })
      await put('harbor-pine', JSON.stringify({ rows: [['First Name'], ['Ann']] }))
      await put('harbor-pine/script', script)
      expect((await put('Harbor%20Pine', '{"rows":[]}')).status).toBe(404)
      expect((await put('..%2Fsecrets', '{"rows":[]}')).status).toBe(404)
      await running.stop()
      await writeFile(join(folder, 'sheets', 'harbor-pine.json.1234'), '{"half')
      await chmod(join(folder, 'sheets'), 0o777)

      running = await start()
      expect(await readdir(join(folder, 'sheets'))).toEqual(['harbor-pine.json'])
      const modes = await Promise.all(['sheets', 'sheets/harbor-pine.json'].map((path) => stat(join(folder, path))))
      expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600'])
      expect(await (await fetch(`${running.url}/sheets`)).json()).toEqual(['harbor-pine'])
      expect(await (await fetch(`${running.url}/sheets/harbor-pine`)).json()).toMatchObject({ total: 2, hasScript: true })
      await running.stop()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('are not written by requests that only read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sheet-files-'))
    const running = await startDevelopmentSheet({ dataDir: folder, log: quiet })
    try {
      const sheet = await createTestSheet(running)
      await sheet.setScript(script)
      await add(sheet, 'a-1')
      const [file = ''] = await readdir(join(folder, 'sheets'))
      const { ino } = await stat(join(folder, 'sheets', file))
      for (const action of ['ping', 'list']) await post(sheet, action)
      await fetch(sheet.url)
      expect((await stat(join(folder, 'sheets', file))).ino).toBe(ino)
    } finally {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

const disk = await smallDisk(64)

beforeAll(() => {
  if (process.env.CI && !disk) throw new Error('No small disk could be mounted on this machine: run the tests as root.')
})
afterAll(() => disk?.remove())

describe.runIf(disk)('on a full disk', () => {
  it('a change that cannot be stored fails and is discarded, and later changes succeed', async () => {
    const folder = disk?.folder ?? ''
    const start = () => startDevelopmentSheet({ dataDir: folder, withFaults: true, log: quiet })
    let full = await start()
    try {
      const filled = await createTestSheet(full)
      await filled.setScript(script)
      await add(filled, 'a-1')
      const before = await filled.rows()
      const ballast = join(folder, 'ballast')
      await writeFile(ballast, Buffer.alloc(64 * 1024)).catch(() => {})

      expect(await (await add(filled, 'b-2')).text()).toContain('Exception: The spreadsheet could not be stored: ENOSPC')
      await expect(filled.type(2, 1, 'Bo')).rejects.toThrow('500 The spreadsheet could not be stored: ENOSPC')
      expect(await filled.rows()).toEqual(before)
      expect(await (await post(filled, 'list')).json()).toMatchObject({ total: 1 })

      await rm(ballast)
      expect(await (await add(filled, 'b-2')).json()).toMatchObject({ ok: true, row: 3 })
      await full.stop()
      full = await start()
      expect(await (await fetch(`${full.url}/sheets/${new URL(filled.url).pathname.split('/').at(-1)}`)).json()).toMatchObject({ total: 3 })
    } finally {
      await full.stop()
    }
  })
})
