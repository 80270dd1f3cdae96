import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { keepTextsOfTranslation } from '../src/shared/browser/page-translation.ts'
import { translatePage } from '../src/testing/translate-page.ts'
import type { Step } from './act.ts'

/** States of screens by their names, with the steps that reach them. */
type States = Readonly<Record<string, Step>>

async function reach(step: Step): Promise<void> {
  if (typeof step === 'function') await step()
  else for (const one of step) await reach(one)
}

const WIDTHS = [1440, 768, 390]
const NARROW = 320
/** Errors of a text node that is no longer where the app left it. */
const CRASH = /NotFoundError|HierarchyRequestError|removeChild|insertBefore/

async function look(width: number, colorScheme: 'light' | 'dark', height = width < 700 ? 844 : 900): Promise<void> {
  await page.viewport(width, height)
  await commands.setColorScheme(colorScheme)
}

/** A field or a list of choices that is narrower cannot show its text. */
const CONTROL_MIN = 64

/** Returns the labels of visible text fields and lists of choices that other elements leave too little room. */
function squeezedControls(): string[] {
  const controls = document.querySelectorAll<HTMLInputElement>(
    'input:not([type=checkbox], [type=radio], [type=color], [type=file]), select, textarea',
  )
  return [...controls].flatMap((control) => {
    const { width } = control.getBoundingClientRect()
    return width > 0 && width < CONTROL_MIN && control.checkVisibility()
      ? [`${control.labels?.[0]?.textContent?.slice(0, 20)}: ${width} px`]
      : []
  })
}

/** The window is high, because axe reports buttons that are partly behind a fixed bar. */
async function expectNoViolation(width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await look(width, colorScheme, 2_500)
  expect(await commands.axeViolations()).toEqual([])
  expect(squeezedControls()).toEqual([])
}

/** Writes screenshots at each width and in both themes. */
async function takePictures(name: string): Promise<void> {
  await document.fonts.ready
  for (const width of WIDTHS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await look(width, colorScheme)
      await commands.savePicture(`${name}-${width}-${colorScheme}`)
    }
  }
}

/**
 * Tests each state of `who`: axe finds no violation, and each field has room, at a phone's width in the dark theme and at a desktop's width
 * in the light theme. At 320 px, the page does not scroll sideways. The state is also reached while the browser translates the page. With the
 * environment variable `PICTURES`, takes screenshots instead of translating.
 */
export function checkStates(who: 'visitor' | 'owner' | 'admin' | 'recipient', states: States): void {
  // Screens show relative dates, so the date is fixed.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:00:00Z') }))
  keepTextsOfTranslation()
  let stopTranslation = () => {}
  afterEach(() => stopTranslation())

  describe.each(Object.entries(states))(`${who}: %s`, (name, steps) => {
    it('has no axe violation and no sideways scrolling', async () => {
      await look(390, 'dark')
      await reach(steps)
      await expectNoViolation(390, 'dark')
      await look(NARROW, 'dark')
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(NARROW)
      await expectNoViolation(1440, 'light')
      if (import.meta.env.PICTURES) await takePictures(name)
    })

    it.skipIf(import.meta.env.PICTURES)('works while the browser translates the page', async () => {
      const crashes: string[] = []
      const onError = ({ message }: ErrorEvent) => void (CRASH.test(message) && crashes.push(message))
      window.addEventListener('error', onError)
      const stop = translatePage()
      stopTranslation = () => {
        stop()
        window.removeEventListener('error', onError)
      }
      await look(390, 'light')
      await reach(steps)
      expect(document.querySelectorAll('font').length).toBeGreaterThan(0)
      expect(crashes).toEqual([])
    })
  })
}
