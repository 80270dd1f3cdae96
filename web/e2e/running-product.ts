import type { TestProject } from 'vitest/node'
import { builtWeb } from '../../deploy/tests/support/local-run.ts'
import { startTestProduct } from '../../deploy/tests/support/product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    productUrl: string
    inboxUrl: string
    sheetsUrl: string
    dataDir: string
  }
}

const SLOW_MS = 5_000

/** Returns the log lines of slow calls, except live streams. They help to explain why a test timed out. */
const slowCalls = (log: string): string[] =>
  log.split('\n').filter((line) => Number(/ answered .*"ms":(\d+)/.exec(line)?.[1]) > SLOW_MS && !line.includes('/stream"'))

/** Starts the product that all browser tests share. Each test creates its own users and companies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const needsCompressedAssets = project.name === 'nightly-browser'
  const product = await startTestProduct(needsCompressedAssets ? { WEB_DIST: await builtWeb() } : {})
  project.provide('productUrl', product.url)
  project.provide('inboxUrl', product.inboxUrl)
  project.provide('sheetsUrl', product.sheetsUrl)
  project.provide('dataDir', product.dataDir)
  return async () => {
    const slow = slowCalls(product.output())
    if (slow.length > 0) process.stdout.write(`Took over ${SLOW_MS / 1_000} s:\n${slow.slice(-20).join('\n')}\n`)
    await product.stop()
  }
}
