import type { TestProject } from 'vitest/node'
import { startTestProduct } from '../../deploy/test/product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    productUrl: string
    inboxUrl: string
    sheetsUrl: string
  }
}

/** One running product for all browser tests; each makes its own people and companies in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startTestProduct()
  project.provide('productUrl', product.url)
  project.provide('inboxUrl', product.inboxUrl)
  project.provide('sheetsUrl', product.sheetsUrl)
  return () => product.stop()
}
