import { createReadStream } from 'node:fs'
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The path `-` means standard output or standard input. */
const STREAM = '-'
/** Suffix of a backup file until it is complete and verified. A killed run may leave a file with this suffix. */
const UNFINISHED = '.unfinished'
const OWNER_ONLY = 0o600

/** Returns the path of the new backup file. If `path` is a folder or ends in a slash, the file gets a name with the current time. */
async function fileIn(path: string, now: Date): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  const isFolder = found ? found.isDirectory() : /[/\\]$/.test(path)
  if (!found && !isFolder) return path
  if (!isFolder) throw new Error(`The file ${path} already exists. It was not changed.`)
  return join(path, `palmetto-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`)
}

/** Writes an archive to standard output, or to a new file, which gets its final name after `verify`. Returns the path of the file. */
export async function writeArchive(
  path: string,
  archive: AsyncIterable<Buffer>,
  verify: (archive: AsyncIterable<Buffer>) => Promise<unknown>,
): Promise<string | undefined> {
  if (path === STREAM) {
    await pipeline(archive, process.stdout)
    return undefined
  }
  const file = await fileIn(path, new Date())
  const unfinished = file + UNFINISHED
  try {
    await mkdir(dirname(file), { recursive: true })
    const handle = await open(unfinished, 'w', OWNER_ONLY)
    await pipeline(archive, handle.createWriteStream({ flush: true }))
    await verify(createReadStream(unfinished))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return file
}

export async function readArchive(path: string): Promise<AsyncIterable<Buffer>> {
  if (path === STREAM) return process.stdin
  await access(path)
  return createReadStream(path)
}

export const isPath = (word: string): boolean => word === STREAM || /^[^-]/.test(word)

export const isFile = (path: string): boolean => path !== STREAM
