import { createReadStream } from 'node:fs'
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** In place of a file: standard output or input. */
const STREAM = '-'
/** What a file is called until it is whole and was read back: what a killed run leaves says so by its name. */
const UNFINISHED = '.unfinished'
const OWNER_ONLY = 0o600

/** Returns the file to write. In a folder, which may be new when the path ends in a slash, each backup is named by its time. */
async function fileIn(path: string, now: Date): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  const isFolder = found ? found.isDirectory() : /[/\\]$/.test(path)
  if (!found && !isFolder) return path
  if (!isFolder) throw new Error(`There is a file ${path} already, which stays as it is.`)
  return join(path, `palmetto-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`)
}

/** Writes an archive to a new file, or into a folder, and has it read back by `verify`, or to standard output. Answers which file it is. */
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

/** Whether a word of the command line names where an archive is. */
export const isPath = (word: string): boolean => word === STREAM || /^[^-]/.test(word)

/** Whether an archive can be read more than once. */
export const isFile = (path: string): boolean => path !== STREAM
