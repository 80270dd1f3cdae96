import lighthouse from 'lighthouse'
import { freePort } from '../../deploy/local/parts/ports.ts'
import { launchChromium } from '../../deploy/test/chromium.ts'
import { startTestProduct } from '../../deploy/test/product.ts'
import { publicPages } from './public-pages.ts'

/** The least each page must reach, of 100. */
const targets: Readonly<Record<string, number>> = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const names = Object.keys(targets)

interface Result {
  path: string
  scores: number[]
  /** What took points, as Lighthouse names it. */
  faults: string[]
}

/** Looks at one page as a phone on a slow line would show it: Lighthouse's own mobile preset. */
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

/** `npm run lighthouse`: every public page of the local run; ends with 1 when one falls short. */
const product = await startTestProduct()
const port = await freePort()
const browser = await launchChromium(port)
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
