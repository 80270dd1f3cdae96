import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const web = join(root, 'web')
const dist = join(web, 'dist')

/** When any file under these paths was last changed, in milliseconds since 1970; 0 when there is none. */
async function newest(path: string): Promise<number> {
  const info = await stat(path).catch(() => undefined)
  if (!info) return 0
  if (!info.isDirectory()) return info.mtimeMs
  const names = await readdir(path)
  const times = await Promise.all(names.map((name) => newest(join(path, name))))
  return Math.max(0, ...times)
}

async function isCurrent(): Promise<boolean> {
  const built = await newest(join(dist, 'index.html'))
  const sources = ['web/src', 'web/public', 'web/index.html', 'web/vite.config.ts', 'contracts/src', 'package-lock.json']
  const changed = await Promise.all(sources.map((source) => newest(join(root, source))))
  return built > Math.max(...changed)
}

/** The folder of the built SPA, built first if a source is newer. Vite runs in a process of its own, whose memory goes with it. */
export async function builtWeb(): Promise<string> {
  if (await isCurrent()) return dist
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  // Whatever this run is: React's own checks for development have no place in what is served.
  const env = { ...process.env, NODE_ENV: 'production' }
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [build.stdout, build.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(build, 'close')
  if (code !== 0) throw new Error(`The web app could not be built:\n${output}`)
  return dist
}
