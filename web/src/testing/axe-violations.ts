import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'

declare global {
  var axe: typeof import('axe-core')
}

/** Axe tags of the success criteria of WCAG 2.2 up to level AA. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const ALL_RULES = [...WCAG, 'best-practice']
/** The minified code of axe. Each loaded page must compile it, which takes half the time of the code that `axe.source` contains. */
const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns the violations that axe finds in a page or frame and the frames inside, each with the selectors of its elements. */
export async function axeViolations(shown: Page | Frame, tags: readonly string[] = ALL_RULES): Promise<string[]> {
  await Promise.all(framesIn(shown).map(giveAxe))
  // Axe does not know that a modal dialog covers the bars of the page.
  const covered = shown.locator('body:has(dialog:modal) nav:not(dialog nav)')
  const setInert = (isInert: boolean) =>
    covered.evaluateAll((bars, on) => {
      for (const bar of bars) bar.toggleAttribute('inert', on)
    }, isInert)
  await setInert(true)
  const violations = await shown.evaluate(violationsOf, [...tags])
  await setInert(false)
  return violations
}

const framesIn = (shown: Page | Frame): Frame[] => ('frames' in shown ? shown.frames() : [shown, ...shown.childFrames()])

/** Loads axe into a frame, once per document, because compiling it is slow. */
async function giveAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => !('axe' in globalThis))) await frame.evaluate(AXE)
}

/** Returns the violations that axe finds. Without `resultTypes`, axe also describes passed checks and takes twice as long. */
async function violationsOf(tags: string[]): Promise<string[]> {
  const { violations } = await globalThis.axe.run({ runOnly: tags, resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}
