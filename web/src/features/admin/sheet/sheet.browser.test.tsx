import '../AdminDashboardPage.tsx'
import '../CompanyPanel.tsx'
import './SheetSetUp.tsx'
import { setGsapi } from '@app/contracts/http/company.ts'
import { listDocuments } from '@app/contracts/http/documents.ts'
import { getSheetScript, type SheetTest, testSheet } from '@app/contracts/http/sheets.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company } from '../../../testing/fixtures.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'

const PANEL = `/admin/dashboard?tab=companies&company=${company._id}&part=setup`
const ADDRESS = 'https://script.google.com/macros/s/abc/exec'
const section = page.getByRole('dialog', { name: 'Bakery' }).getByRole('region', { name: 'Spreadsheet' })
const field = section.getByRole('textbox', { name: 'Web app URL' })
const test = section.getByRole('button', { name: 'Test the connection' })
const bodyOf = (sent: { body: unknown } | undefined) => JSON.parse(String(sent?.body))

const found: SheetTest = {
  ok: true,
  script: 'ours',
  version: '1.0.0',
  outdated: false,
  rows: 1204,
  columns: customerColumns.map((column) => ({ column, header: column })),
  notUnderstood: 0,
  problem: null,
  mend: null,
}

async function openPanel(): Promise<void> {
  signInAs.admin()
  boardOf({ company, tasks: [] })
  answer(listDocuments, () => reply(listDocuments, { success: true, data: [] }))
  await openApp(PANEL)
  await expect.element(field).toBeVisible()
}

it('a URL can be tested before it is saved; the test shows what was found, or the problem and how to fix it', {
  tags: 'nightly',
}, async () => {
  await openPanel()
  await expect.element(test).toHaveAttribute('aria-disabled', 'true')
  await field.fill(` ${ADDRESS}`)

  const wrong: SheetTest = {
    ...found,
    ok: false,
    script: null,
    problem: { code: 'sign-in-page', message: 'It asks for a sign-in.' },
    mend: 'Let Anyone have access.',
  }
  const asked = answer(testSheet, () => reply(testSheet, wrong))
  await test.click()
  await expect.element(section.getByText('It asks for a sign-in.')).toBeVisible()
  await expect.element(section.getByText('Let Anyone have access.')).toBeVisible()
  expect(asked.map((one) => [one.address, bodyOf(one)])).toEqual([[`/api/crm/companies/${company._id}/test`, { gsapi: ADDRESS }]])

  const columns = found.columns.map((one) => {
    if (one.column === 'Email id') return { ...one, header: 'E-Mail ID' }
    return one.column === 'Mobile No' ? { ...one, header: null } : one
  })
  answer(testSheet, () => reply(testSheet, { ...found, columns, outdated: true, notUnderstood: 3 }))
  await test.click()
  await expect.element(section.getByText('Connected: 1,204 rows.')).toBeVisible()
  await expect.element(section.getByText(/^The sheet uses our script, version 1\.0\.0\. It is out of date/)).toBeVisible()
  await expect
    .element(
      section.getByText(
        '3 cells have invalid values. Ask the company to correct them: the page Customer Engagement lists them with the reason.',
      ),
    )
    .toBeVisible()
  const named = section.getByRole('list', { name: 'Columns' }).getByRole('listitem')
  await expect.element(named.filter({ hasText: 'Email id' })).toHaveTextContent('Email idfound as “E-Mail ID”')
  await expect.element(named.filter({ hasText: 'Mobile No' })).toHaveTextContent('Mobile Nomissing')

  answer(testSheet, () => reply(testSheet, { ...found, script: 'other', version: null, rows: 1 }))
  await test.click()
  await expect.element(section.getByText('Connected: 1 row.')).toBeVisible()
  await expect.element(section.getByText(/^The company uses its own script/)).toBeVisible()
  // The result disappears when the URL changes, because it belongs to the tested URL.
  await field.fill(`${ADDRESS}2`)
  await expect.element(section.getByText('Connected: 1 row.')).not.toBeInTheDocument()

  answer(testSheet, () => refusal(503, 'Being restarted.'))
  await test.click()
  await expect.element(page.getByText('Being restarted.')).toBeInTheDocument()
})

it('a URL is saved, or its error is shown at the field; closing the panel or its part with an unsaved URL asks for confirmation', async () => {
  await openPanel()
  await field.fill('http://elsewhere.example')
  answer(setGsapi, () =>
    refusal(422, 'Not this one.', { errors: [{ field: 'gsapi', message: 'Please enter a URL that begins with https://' }] }),
  )
  const save = section.getByRole('button', { name: 'Save URL' })
  await save.click()
  await expect.element(section.getByText('Please enter a URL that begins with https://')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await page.getByRole('dialog', { name: 'Bakery' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()

  await field.fill(ADDRESS)
  const companyProfile = { ...company, gsapi: ADDRESS }
  const sent = answer(setGsapi, () => {
    boardOf({ company: companyProfile, tasks: [] })
    return reply(setGsapi, { companyProfile, message: 'Saved' })
  })
  await save.click()
  await expect.element(page.getByText('URL saved')).toBeInTheDocument()
  expect(bodyOf(sent[0])).toEqual({ gsapi: ADDRESS })
  await expect.element(field).toHaveValue(ADDRESS)
  await expect.element(section.getByRole('button', { name: 'Save URL' })).not.toHaveAttribute('aria-disabled')

  await field.fill('https://unsaved.example')
  const overview = page.getByRole('tab', { name: 'Overview' })
  await overview.click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await overview.click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('definition').filter({ hasText: ADDRESS })).toBeVisible()
})

it('the setup shows each step with a picture, and loads the script with its secret only on request', async () => {
  await openPanel()
  const asked = answer(getSheetScript, () => reply(getSheetScript, { script: "const SECRET = 'only-theirs'", version: '1.0.0' }))
  await section.getByRole('button', { name: 'How to set it up' }).click()
  await expect.element(section.getByRole('heading', { name: 'Enter the web app URL' })).toBeVisible()
  expect(section.element().querySelectorAll('ol > li > svg')).toHaveLength(4)
  expect(asked).toHaveLength(0)

  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  await section.getByRole('button', { name: 'Show the script' }).click()
  await expect.element(section.getByRole('region', { name: 'Script, version 1.0.0' }).getByText(/only-theirs/)).toBeVisible()
  await section.getByRole('button', { name: 'Copy the script' }).click()
  await expect.element(section.getByText('Copied', { exact: true })).toBeVisible()
  expect(copied).toEqual(["const SECRET = 'only-theirs'"])
  await section.getByRole('button', { name: 'Hide the script' }).click()
  await expect.element(section.getByText(/only-theirs/)).not.toBeInTheDocument()
})
