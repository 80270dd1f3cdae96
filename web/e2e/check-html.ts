import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startTestProduct } from '../../deploy/tests/support/product.ts'
import { publicPages } from './public-pages.ts'

const run = promisify(execFile)
const checker = fileURLToPath(new URL('build/dist/vnu.jar', import.meta.resolve('vnu-jar')))

/** `npm run check:html`: validates all public pages of a running product with the Nu HTML checker. Needs Java. */
const product = await startTestProduct()
const folder = await mkdtemp(join(tmpdir(), 'palmetto-html-'))
try {
  const pages = await publicPages(product.url)
  const files = pages.map((address) => join(folder, `${new URL(address).pathname.slice(1) || 'home'}.html`))
  for (const [index, address] of pages.entries()) await writeFile(files[index] ?? '', await (await fetch(address)).text())
  await run('java', ['-jar', checker, '--errors-only', ...files])
  process.stdout.write(`${pages.length} pages, no errors\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error && 'stderr' in error && error.stderr ? error.stderr : error}\n`)
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
  await product.stop()
}
