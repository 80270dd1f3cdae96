import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { turnIntoLaterRelease } from './later-code.ts'

const run = promisify(execFile)

export const thisRelease = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '')

export interface Code {
  folder: string
  stop(): Promise<void>
}

/** Creates node_modules in a copy of the code. Links workspace packages to the copy, and all other packages to this repository. */
async function linkModules(folder: string): Promise<void> {
  const [from, to] = [join(thisRelease, 'node_modules'), join(folder, 'node_modules')]
  await mkdir(join(to, '@app'), { recursive: true })
  for (const name of await readdir(from)) {
    if (name !== '@app') await symlink(join(from, name), join(to, name))
  }
  for (const name of await readdir(join(from, '@app'))) {
    await symlink(await readlink(join(from, '@app', name)), join(to, '@app', name))
  }
}

async function copyOfThis(folder: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: thisRelease,
    maxBuffer: 16 * 1024 * 1024,
  })
  for (const file of stdout.split('\0').filter((name) => /^(contracts|services|gateway|deploy|package)/.test(name))) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(join(thisRelease, file), join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      // Git still lists a file whose deletion is not committed yet.
      if (error.code !== 'ENOENT') throw error
    })
  }
  await linkModules(folder)
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'palmetto-code-'))

export async function copyAsLaterRelease(): Promise<Code> {
  const folder = await newFolder()
  const stop = () => rm(folder, { recursive: true, force: true })
  try {
    await copyOfThis(folder)
    await turnIntoLaterRelease(folder)
    return { folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Checks out an old commit and installs its packages. The test runs `services` first with the code of this commit, then with the current
 * code. Throws if the commit lacks one of these services.
 */
export async function codeOf(commit: string, services: readonly string[]): Promise<Code> {
  const { stdout } = await run('git', ['ls-tree', '--name-only', commit, 'services/'], { cwd: thisRelease })
  const missing = services.filter((name) => !stdout.split('\n').includes(`services/${name}`))
  if (missing.length > 0) throw new Error(`The commit ${commit} does not have the service ${missing.join(', ')}: choose a later commit.`)
  const folder = join(await newFolder(), 'code')
  await run('git', ['worktree', 'add', '--detach', folder, commit], { cwd: thisRelease })
  const stop = async () => {
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: thisRelease })
    await rm(dirname(folder), { recursive: true, force: true })
  }
  try {
    await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 16 * 1024 * 1024 })
    return { folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
