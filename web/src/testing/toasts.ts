import { page } from 'vitest/browser'

/**
 * Closes the visible toast. In tests, a toast stays for 10 s, so a test would otherwise wait that long for a button below the toast, or
 * for a text that must be on the page once.
 */
export const dismissToast = (): Promise<void> => page.getByRole('button', { name: 'Dismiss', exact: true }).click()
