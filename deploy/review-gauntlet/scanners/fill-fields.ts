import type { Page } from 'playwright-core'

const FIELDS = 'input:not([type=submit]):not([type=file]):not([type=hidden]), textarea'

/** Texts that programs type into fields, by the attributes `type` and `inputmode`. */
const texts: Readonly<Record<string, string>> = { email: 'test@example.com', numeric: '1', tel: '1234567890' }

/** Types a text into each empty field that is visible, with trusted events. */
export async function fillFields(page: Page): Promise<void> {
  for (const field of await page.locator(FIELDS).all()) {
    if (!(await field.isVisible()) || (await field.inputValue()) !== '') continue
    const kind = (await field.getAttribute('inputmode')) ?? (await field.getAttribute('type')) ?? ''
    await field.focus()
    await page.keyboard.type(texts[kind] ?? 'test')
  }
}
