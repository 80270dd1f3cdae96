import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir, prepareDataDir } from '../../local/parts/disk.ts'
import { assertPortFree, freePort } from '../../local/parts/ports.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'disk-test-'))
})
afterEach(async () => {
  await chmod(dataDir, 0o755)
  await rm(dataDir, { recursive: true, force: true })
})

describe('ports', () => {
  it('that are free are found, and taken ports are reported', async () => {
    const port = await freePort()
    await assertPortFree(port, 'the portal', 'PORT')
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    await expect(assertPortFree(port, 'the portal', 'PORT')).rejects.toThrow(
      process.platform === 'linux'
        ? new RegExp(
            `^Port ${port} \\(the portal\\) is taken by ".+" \\(pid ${process.pid}\\): stop that program, or choose another port with PORT=<port>\\.$`,
          )
        : `Port ${port} (the portal) is taken by another program`,
    )
    other.close()
    await once(other, 'close')
    await assertPortFree(port, 'the portal', 'PORT')
  })
})

describe('the data folder', () => {
  it('is created if it does not exist', async () => {
    await prepareDataDir(join(dataDir, 'a/b'))
    lockDataDir(join(dataDir, 'a/b')).release()
  })

  it('is rejected if it cannot be created', async () => {
    await writeFile(join(dataDir, 'file'), '')
    await expect(prepareDataDir(join(dataDir, 'file'))).rejects.toThrow('cannot be written: give this user the rights')
    await expect(prepareDataDir('/proc/a/b')).rejects.toThrow('cannot be written: give this user the rights')
  })

  it('can be locked by one process at a time', () => {
    const lock = lockDataDir(dataDir)
    expect(() => lockDataDir(dataDir)).toThrow(`Palmetto already runs on the data folder ${dataDir} (pid ${process.pid}, since `)
    lock.release()
    lockDataDir(dataDir).release()
  })

  it('is unlocked after its process was killed', async () => {
    const holder = fork(join(import.meta.dirname, 'lock-child.ts'), [dataDir], { execArgv: [] })
    await once(holder, 'message', { signal: AbortSignal.timeout(10_000) })
    expect(() => lockDataDir(dataDir)).toThrow(`Palmetto already runs on the data folder ${dataDir} (pid ${holder.pid}, since `)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    lockDataDir(dataDir).release()
  })

  it('is reported as locked without a pid if run.json is missing', async () => {
    const lock = lockDataDir(dataDir)
    await rm(join(dataDir, 'run.json'))
    expect(() => lockDataDir(dataDir)).toThrow(`Palmetto already runs on the data folder ${dataDir}: stop it, or give this one`)
    lock.release()
  })
})
