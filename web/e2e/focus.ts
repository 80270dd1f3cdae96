import type { Locator } from 'playwright-core'

export const isFocused = (locator: Locator): Promise<boolean> => locator.evaluate((element) => element === document.activeElement)
