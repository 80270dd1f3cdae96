import { readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { sep } from 'node:path'
import type { Verdicts } from './regexes/judge-all.ts'
import { checkRegexes } from './regexes/regex-faults.ts'

/** Folders with code of the product. Tests, builds and benches are not checked. */
const folders = ['contracts/src', 'services', 'gateway/src', 'web/src', 'deploy'] as const
const isProduct = (path: string): boolean =>
  /\.(?:ts|tsx|js|mjs|gs)$/.test(path) &&
  !/\.test\.tsx?$/.test(path) &&
  !/(?:^|\/)(?:node_modules|test|tests|testing|demo|dist)\//.test(path)

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`.split(sep).join('/'))
}

const CACHE = 'node_modules/.cache/regexes.json'
const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as { devDependencies: { recheck: string } }

interface Cache {
  recheck: string
  verdicts: Verdicts
}
const cached = await readFile(CACHE, 'utf8').then(
  (text) => JSON.parse(text) as Cache,
  () => undefined,
)
const known = cached?.recheck === devDependencies.recheck ? cached.verdicts : {}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const paths = (await Promise.all(folders.map(filesIn))).flat().filter(isProduct).sort()
const { count, faults, exceptions, verdicts } = await checkRegexes(paths, read, known)
// Verdicts that timed out are not cached, because the next check may succeed on a less busy machine.
const lasting = Object.fromEntries(Object.entries(verdicts).filter(([, { status }]) => status !== 'unknown'))
await mkdir('node_modules/.cache', { recursive: true })
await writeFile(CACHE, JSON.stringify({ recheck: devDependencies.recheck, verdicts: lasting } satisfies Cache))

process.stdout.write(`${count} regular expressions in ${paths.length} files, ${exceptions.length} with a bound:\n`)
for (const exception of exceptions) process.stdout.write(`  ${exception}\n`)
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
