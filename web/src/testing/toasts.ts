import { page } from 'vitest/browser'

/**
 * Closes the visible toast. In tests, a toast stays for 10 s. A test would otherwise wait that long if the toast covers a button, or
 * repeats a text that the test looks for on the page.
 */
export const dismissToast = (): Promise<void> => page.getByRole('button', { name: 'Dismiss', exact: true }).click()
