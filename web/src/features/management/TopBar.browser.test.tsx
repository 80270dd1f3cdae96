import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, reply } from '../../testing/api.ts'
import { company, ownerWith } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open.tsx'
import { atEachWidth } from '../../testing/widths.ts'

const visible = (name: string) =>
  page
    .getByRole('banner')
    .getByText(name, { exact: true })
    .elements()
    .filter((element) => element.checkVisibility()).length

it('at each width, the bar shows the name of a company beside its DBA, and the name of a company without a DBA once', async () => {
  ownerWith()
  for (const [dba, shown] of [
    ['Rolls & Co', { 'Rolls & Co': 1, Bakery: 1 }],
    ['', { Bakery: 1 }],
  ] as const) {
    answer(getCompanyProfile, () => reply(getCompanyProfile, { ...company, dba }))
    const app = await openApp('/management')
    await expect.element(page.getByRole('button', { name: 'Menu of Bakery' })).toBeVisible()
    await atEachWidth(() => {
      for (const [name, count] of Object.entries(shown)) expect(visible(name)).toBe(count)
    })
    await app.unmount()
  }
})
