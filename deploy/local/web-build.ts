import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const web = join(root, 'web')

/** Returns the latest change time of all files under a path, in milliseconds since 1970, or 0 if there is no file. */
async function newest(path: string): Promise<number> {
  const info = await stat(path).catch(() => undefined)
  if (!info) return 0
  if (!info.isDirectory()) return info.mtimeMs
  const names = await readdir(path)
  const times = await Promise.all(names.map((name) => newest(join(path, name))))
  return Math.max(0, ...times)
}

/**
 * `complete` is the build that is deployed. `quick` lacks the Brotli copies of assets, which take longer than the rest of the build. Over
 * a local connection, nobody notices their absence.
 */
type Kind = 'complete' | 'quick'

const folders: Readonly<Record<Kind, string>> = { complete: join(web, 'dist'), quick: join(web, '.dist-quick') }

async function isCurrent(dist: string): Promise<boolean> {
  const built = await newest(join(dist, 'app.html'))
  const besides = (await readdir(web, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => `web/${name}`)
  const sources = [
    'web/src',
    'web/content',
    'web/public',
    'contracts/src',
    'contracts/package.json',
    'docs/operations.md',
    'package.json',
    'package-lock.json',
    ...besides,
  ]
  const changed = await Promise.all(sources.map((source) => newest(join(root, source))))
  return built > Math.max(...changed)
}

/**
 * Runs the Vite build in a child process, so that the build's memory is released when the child exits. If this process exits first, kills
 * the child.
 */
async function build(outDir: string, kind: Kind): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  // Excludes React's development checks from the served app.
  const env = { ...process.env, NODE_ENV: 'production' }
  // `web/compress-assets.ts` reads the mode.
  const args = [vite, 'build', '--outDir', outDir, '--logLevel', 'warn', ...(kind === 'quick' ? ['--mode', 'uncompressed'] : [])]
  const child = spawn(process.execPath, args, { cwd: web, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(child, 'close')
  process.off('exit', kill)
  if (code !== 0) throw new Error(`The web app could not be built:\n${output}`)
}

/** Builds the web app unless there is a build of the current sources. Returns the folder of the build. */
export async function builtWeb(kind: Kind = 'complete'): Promise<string> {
  const dist = folders[kind]
  if (await isCurrent(folders.complete)) return folders.complete
  if (await isCurrent(dist)) return dist
  // Builds into a temporary folder and renames it. A killed or concurrent build therefore never leaves an incomplete result.
  const next = join(web, `.dist-${process.pid}`)
  try {
    await build(next, kind)
    if (await isCurrent(dist)) return dist
    await rm(dist, { recursive: true, force: true })
    await rename(next, dist).catch(async (error: unknown) => {
      // The rename fails if another process has just renamed its own build of the same sources.
      if (!(await isCurrent(dist))) throw error
    })
  } finally {
    await rm(next, { recursive: true, force: true })
  }
  return dist
}
