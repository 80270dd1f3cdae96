import type { Locator } from 'vitest/browser'

/**
 * Clicks an element at once. The test driver would click only when the page no longer moves. Before that, another part of the page may load
 * again what failed, and the button "Try again" would disappear.
 */
export const clickNow = (button: Locator): void => (button.element() as HTMLElement).click()
