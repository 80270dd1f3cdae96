import { execFile } from 'node:child_process'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface SmallDisk {
  folder: string
  remove(): Promise<void>
}

/** Mounts a small tmpfs, to test a full disk. Returns undefined if this user may not mount file systems. */
export async function smallDisk(kilobytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'none', folder])
  } catch {
    await rmdir(folder)
    return undefined
  }
  return {
    folder,
    async remove() {
      await run('umount', [folder])
      await rmdir(folder)
    },
  }
}
