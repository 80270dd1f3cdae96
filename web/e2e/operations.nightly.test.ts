import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { clientOf, signInAdmin } from '../../deploy/tests/support/client.ts'
import { freezePostgres, thawPostgres } from '../../deploy/tests/support/freeze-postgres.ts'
import { type RunningProduct, startTestProduct } from '../../deploy/tests/support/product.ts'
import { expectAxeFindsNothing } from './accessible.ts'
import { visit } from './people.ts'
import { step } from './step.ts'

/** Timeout for a change on the page. Every 30 s, each service checks whether its database, broker and other systems respond. */
const NOTICED_MS = 60_000

let product: RunningProduct | undefined
let browser: Browser | undefined

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startTestProduct(), sharedChromium()])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const problems = (page: Page) => page.getByRole('list', { name: 'Problems' }).getByRole('listitem')
const headline = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor({ timeout: NOTICED_MS })

it('a part that stops is the first problem, its runbook opens, and the page stays readable if nothing responds', async () => {
  if (!product || !browser) throw new Error('The product did not start')
  const { url, dataDir } = product
  const token = await signInAdmin(clientOf(url))
  const page = await visit(browser, { path: `${url}/admin/dashboard?tab=operations`, as: { key: 'adminToken', token } })
  await step('without problems', () => headline(page, 'No problems'))

  const cluster = join(dataDir, 'postgres')
  await step('the database stops', async () => {
    await freezePostgres(cluster)
    try {
      const first = problems(page).first()
      await first.getByText(/^(The database does not respond to|No response from) /).waitFor({ timeout: NOTICED_MS })
      await first.getByText('Act at once').waitFor()
      await problems(page)
        .getByText(/^The database does not respond to /)
        .waitFor({ timeout: NOTICED_MS })
      await page.getByRole('link', { name: 'Runbook DatabaseAway' }).click()
      await page
        .getByRole('dialog', { name: 'DatabaseAway' })
        .getByText(/Check that Postgres runs/)
        .waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expectAxeFindsNothing(page)
    } finally {
      await thawPostgres(cluster)
    }
  })
  // The page may still list failed responses of the last minutes as a problem. So this step only checks the problems about the database.
  await step('the database is back', () =>
    expect
      .poll(
        () =>
          problems(page)
            .getByText(/^(The database does not respond to|No response from) /)
            .count(),
        { timeout: NOTICED_MS },
      )
      .toBe(0),
  )

  await step('the whole product stops', async () => {
    await product?.kill()
    await problems(page).getByText('We couldn’t reach the product').waitFor({ timeout: NOTICED_MS })
    expect(await problems(page).count()).toBe(1)
    expect(await page.getByText('Not responding', { exact: true }).count()).toBe(7)
    await page.getByRole('link', { name: 'Runbook ServiceDown' }).click()
    await page
      .getByRole('dialog', { name: 'ServiceDown' })
      .getByText(/no replica/)
      .waitFor()
    await page.keyboard.press('Escape')
  })
  await step('the product is back', async () => {
    await product?.restart()
    await headline(page, 'No problems')
  })
})
