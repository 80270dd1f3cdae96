import { customerColumns } from '@app/contracts/rules/customers.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'
import { toastSaid } from './toasts.ts'

const SECTION = '/management?section=1'
const rows = [
  ['Ann', 'Lee', 'ann@shop.example', '843-555-0101', 'lead ', '11/2/2026', '', 'yes', '', 'a-1'],
  ['Bea', 'Orr', 'bea@shop.example', '843-555-0102', 'CUSTOMER', '10/1/2026', '11/9/2026', 'Yes', 'Rye on Fridays', 'b-1'],
  ['Ann', 'Lee', 'ANN@shop.example ', '', 'Customer', 'sometime in May', '', 'Yes', '', 'a-2'],
]

let browser: Browser
let owner: Page
let admin: Page
let session: Awaited<ReturnType<typeof ownerWithCompany>>['session']
/** The company's spreadsheet in the local replacement for Google Sheets. */
let sheet: ReturnType<typeof sheetNamed>

/** Returns functions that read and change a spreadsheet as if its owner edited it in Google Sheets. */
function sheetNamed(name: string) {
  const url = `${inject('sheetsUrl')}/sheets/${name}`
  const send = async (method: string, path = '', body?: string): Promise<Response> => {
    const answer = await fetch(url + path, { method, body })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer
  }
  return {
    address: `${inject('sheetsUrl')}/exec/${name}`,
    fill: (people: string[][]) => send('PUT', '', JSON.stringify({ rows: [customerColumns, ...people] })),
    setScript: (script: string) => send('PUT', '/script', script),
    type: (row: number, column: (typeof customerColumns)[number], text: string) =>
      send('PUT', `/cells/${row}/${customerColumns.indexOf(column) + 1}`, text),
    async cell(row: number, column: (typeof customerColumns)[number]): Promise<string | undefined> {
      const shown = (await (await send('GET')).json()) as { rows: { shown: string }[][] }
      return shown.rows[row - 1]?.[customerColumns.indexOf(column)]?.shown
    },
  }
}

beforeAll(async () => {
  browser = await sharedChromium()
  const [made, as] = await Promise.all([ownerWithCompany(), adminSession()])
  session = made.session
  sheet = sheetNamed(made.company._id)
  ;[owner, admin] = await Promise.all([
    visit(browser, { path: SECTION, as: session }),
    visit(browser, { path: `/admin/dashboard?tab=companies&company=${made.company._id}&part=setup`, as }),
    sheet.fill(rows),
  ])
})
afterAll(() => browser?.close())

const spreadsheet = () => admin.getByRole('region', { name: 'Spreadsheet' })
const panel = (name: string) => owner.getByRole('dialog', { name })
const row = (text: string) => owner.getByRole('row').filter({ hasText: text })
const refresh = () => owner.getByRole('button', { name: '🔄 Refresh Data' }).click()

it('customers, by an owner, an admin and the spreadsheet itself', async () => {
  let script = ''
  await step('an admin sets up the spreadsheet, and the owner can use it at once', async () => {
    await owner.getByText('Google Sheets API is not configured for your company profile.').waitFor()
    await spreadsheet().getByRole('textbox', { name: 'Web app URL' }).fill(sheet.address)
    const test = spreadsheet().getByRole('button', { name: 'Test the connection' })
    await test.click()
    await spreadsheet().getByText('HTTP error! status: 404').waitFor()

    await spreadsheet().getByRole('button', { name: 'How to set it up' }).click()
    await spreadsheet().getByRole('button', { name: 'Show the script' }).click()
    script = (await spreadsheet().locator('pre').textContent()) ?? ''
    await sheet.setScript(script)
    await test.click()
    await spreadsheet().getByText('Connected: 3 rows.').waitFor()
    await spreadsheet().getByRole('button', { name: 'Save URL' }).click()

    await owner.getByRole('navigation', { name: 'Sections' }).getByText('Customer Engagement').waitFor()
    await row('Bea Orr').waitFor()
    expect(await owner.getByRole('list', { name: 'People by stage' }).innerText()).toMatch(/2\s+Customer\s+1\s+Leads\s+0\s+Lost/)
    await owner.getByText('1 cell has an invalid value.').waitFor()
    await owner.getByText('1 email address is in more than one row.').waitFor()
  })

  await step('added and changed rows are written to the spreadsheet, and their marks disappear', async () => {
    await owner.getByRole('button', { name: 'Add Customer' }).click()
    await owner.getByLabel('First Name').fill('Zoë')
    await owner.getByLabel('Last Name').fill('Fox')
    await owner.getByLabel('Email', { exact: false }).first().fill('zoe@shop.example')
    await owner.getByLabel('Other Details').fill('=SUM(1)')
    await owner.getByRole('button', { name: 'Submit' }).click()
    await toastSaid(owner, 'Entry submitted! Refreshing data to verify...')
    await row('Zoë Fox').getByText('Pending').waitFor({ state: 'detached' })
    await expect.poll(() => sheet.cell(5, 'Email id')).toBe('zoe@shop.example')
    expect(await sheet.cell(5, 'Other Details')).toBe('=SUM(1)')

    await row('Bea Orr').getByRole('button', { name: 'Update' }).click()
    await panel('Edit Customer').getByLabel('Mobile No').fill('+1 843 555 0199')
    await panel('Edit Customer').getByRole('button', { name: 'Save Changes' }).click()
    await toastSaid(owner, 'Update submitted! Refreshing data to verify...')
    await row('Bea Orr').getByText('Pending').waitFor({ state: 'detached' })
    await expect.poll(() => sheet.cell(3, 'Mobile No')).toBe('+1 843 555 0199')
    expect(await sheet.cell(3, 'Stage')).toBe('CUSTOMER')
  })

  await step('a cell that was also changed by hand causes a conflict, which the owner resolves', async () => {
    await row('Bea Orr').getByRole('button', { name: 'Update' }).click()
    await sheet.type(3, 'Mobile No', '843-555-0777')
    await panel('Edit Customer').getByLabel('Mobile No').fill('843-555-0888')
    await panel('Edit Customer').getByRole('button', { name: 'Save Changes' }).click()
    await row('Bea Orr').getByText('Conflict').waitFor()
    expect(await sheet.cell(3, 'Mobile No')).toBe('843-555-0777')
    await row('Bea Orr')
      .getByRole('link', { name: /^Bea Orr/ })
      .click()
    await panel('Customer Details').getByRole('row').filter({ hasText: '843-555-0888' }).getByText('843-555-0777').waitFor()
    await panel('Customer Details').getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(() => sheet.cell(3, 'Mobile No')).toBe('843-555-0888')
    await panel('Customer Details').getByRole('button', { name: 'Back to List' }).click()
    await row('Bea Orr').getByText('Pending').waitFor({ state: 'detached' })
  })

  await step('rows with the same email address are merged', async () => {
    await refresh()
    await owner.getByRole('link', { name: 'View duplicates' }).click()
    await panel('Duplicates').getByRole('button', { name: 'Merge 2 rows into one' }).click()
    await panel('Duplicates').getByText('No email address is in more than one row.').waitFor()
    await owner.keyboard.press('Escape')
    await row('Ann Lee').getByText('Pending').waitFor({ state: 'detached' })
    await expect.poll(() => sheet.cell(2, 'Stage')).toBe('Customer')
    expect(await row('Ann Lee').count()).toBe(1)
  })

  await step('a contact is stored beside the spreadsheet, and stays with the person after a change of the email address', async () => {
    await row('Zoë Fox').getByRole('link', { name: 'Zoë Fox' }).click()
    const history = panel('Customer Details').getByRole('region', { name: 'Contacts and notes' })
    await history.getByRole('textbox', { name: 'Note' }).fill('Wants rye on Fridays.')
    await history.getByRole('button', { name: 'Add to history' }).click()
    await history.getByRole('listitem').getByText('Wants rye on Fridays.').waitFor()
    await panel('Customer Details').getByText('No campaign email to this address yet.').waitFor()
    await panel('Customer Details').getByRole('button', { name: 'Back to List' }).click()
    await row('Zoë Fox').getByText('Call · today').waitFor()

    await row('Zoë Fox').getByRole('button', { name: 'Update' }).click()
    await panel('Edit Customer').getByLabel('Email', { exact: false }).first().fill('zoe@new.example')
    await panel('Edit Customer').getByRole('button', { name: 'Save Changes' }).click()
    await row('Zoë Fox').getByText('Pending').waitFor({ state: 'detached' })
    await expect.poll(() => sheet.cell(4, 'Email id')).toBe('zoe@new.example')
    await row('Zoë Fox').getByText('Call · today').waitFor()
  })

  await step('while the spreadsheet is unavailable, the list stays; afterwards it is read again', async () => {
    await sheet.setScript('')
    await refresh()
    await owner.getByText(/^We couldn’t read your spreadsheet\. This list is as of/).waitFor()
    await row('Zoë Fox').waitFor()
    await sheet.setScript(script)
    // The merge of duplicates deleted a row above the row of Zoë Fox. So the row of Zoë Fox is now row 4.
    await sheet.type(4, 'First Name', 'Zoe')
    await expect
      .poll(
        async () => {
          await refresh()
          return row('Zoe Fox').count()
        },
        { timeout: 20_000, interval: 1_000 },
      )
      .toBe(1)
  })

  await step('a person has a URL', async () => {
    const page = await visit(browser, { path: `${SECTION}&person=b-1`, as: session, width: 390 })
    const details = page.getByRole('dialog', { name: 'Customer Details' })
    await details.getByText('Mon, Nov 9, 2026').waitFor()
    await details.getByText('Rye on Fridays').waitFor()
  })
})
