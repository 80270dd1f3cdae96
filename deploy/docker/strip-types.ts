import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMain } from '@app/chassis/service/run-main.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const notRun = new Set(['node_modules', 'test', 'tests', 'local'])

/** Writes all modules of the programs, without types, to `dist/programs`. `without-types.mjs` loads them from there. */
export async function stripTypes(): Promise<void> {
  const modules = glob('{contracts,deploy,gateway,services}/**/*.ts', { cwd: root, exclude: (name) => notRun.has(name) })
  for await (const module of modules) {
    const stripped = join(root, 'dist/programs', module.replace(/\.ts$/, '.js'))
    await mkdir(dirname(stripped), { recursive: true })
    await writeFile(stripped, stripTypeScriptTypes(await readFile(join(root, module), 'utf8')))
  }
}

if (isMain(import.meta.url)) await stripTypes()
