import lighthouse from 'lighthouse'
import { launchChromium } from '../../deploy/tests/support/chromium.ts'
import { freePort } from '../../deploy/tests/support/local-run.ts'
import { startTestProduct } from '../../deploy/tests/support/product.ts'
import { publicPages } from './public-pages.ts'

/** Minimum scores of each page. The maximum is 100. */
const targets: Readonly<Record<string, number>> = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const names = Object.keys(targets)

interface Result {
  path: string
  scores: number[]
  /** Titles of the audits that lowered a score. */
  faults: string[]
}

/** Measures a page with Lighthouse's default preset: a phone on a slow connection. */
async function examine(address: string, port: number): Promise<Result> {
  const result = await lighthouse(address, { port, onlyCategories: names, logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse has no result for ${address}`)
  const { categories, audits } = result.lhr
  const refs = names.flatMap((name) => categories[name]?.auditRefs ?? [])
  const counted = new Set(refs.filter(({ weight }) => weight > 0).map(({ id }) => id))
  return {
    path: new URL(address).pathname,
    scores: names.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    faults: Object.values(audits).flatMap(({ id, score }) => (counted.has(id) && score !== null && score < 0.9 ? [id] : [])),
  }
}

function line(cells: readonly (string | number)[]): string {
  const [first, ...rest] = cells.map(String)
  return `${first?.padEnd(12)}${rest.map((cell) => cell.padStart(16)).join('')}`
}

/** `npm run lighthouse`: measures all public pages of a running product. Exits with 1 if a page has a lower score than required. */
const product = await startTestProduct()
const port = await freePort()
const browser = await launchChromium(`--remote-debugging-port=${port}`)
try {
  process.stdout.write(`${line(['page', ...names])}\n`)
  for (const address of await publicPages(product.url)) {
    const { path, scores, faults } = await examine(address, port)
    const isMet = scores.every((score, index) => score >= (targets[names[index] ?? ''] ?? 100))
    process.stdout.write(`${line([path, ...scores])}${isMet ? '' : `  short: ${faults.join(', ')}`}\n`)
    if (!isMet) process.exitCode = 1
  }
} finally {
  await browser.close()
  await product.stop()
}
