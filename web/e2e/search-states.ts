import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'
import type { World } from './world.ts'

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const field = page.getByRole('combobox', { name: /^Search companies/ })
  await field.waitFor()
  await field.fill(text)
}

/** A state of the admins' command palette. */
const palette = (name: string, text: string, shown: (page: Page, world: World) => Promise<void>, answer?: Screen['answer']): Screen => ({
  name,
  path: () => '/admin/dashboard?tab=tasks',
  as: 'admin',
  answer,
  async shown(page, world) {
    await search(page, text)
    await shown(page, world)
  },
})

export const searchStates: Screen[] = [
  palette('admin-search', '', (page) => page.getByRole('option', { name: 'Wait for Launch' }).waitFor()),
  palette('admin-search-found', 're', (page) => page.getByText(/^\d+ results$/).waitFor()),
  palette('admin-search-nothing', 'zebra crossing', (page) => page.getByText('Nothing found for “zebra crossing”').waitFor()),
  palette(
    'admin-search-failed',
    're',
    (page) => page.getByText('We couldn’t search companies and tasks.').waitFor(),
    (page) =>
      page.route('**/api/admin/board/search*', (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'Failed' } })),
  ),
]
