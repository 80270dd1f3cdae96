import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { setGsapi } from '@app/contracts/http/company.ts'
import { getSheetScript } from '@app/contracts/http/sheets.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import { must } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'
import type { StoryCustomers, StoryPerson } from './story/story.ts'

/** Returns a date in US format, or an empty string if `daysAgo` is undefined. */
function typedDate(daysAgo: number | undefined): string {
  if (daysAgo === undefined) return ''
  const [year, month, day] = addDays(todayIn(DEFAULT_TIMEZONE), -daysAgo).split('-').map(Number)
  return `${month}/${day}/${year}`
}

const rowOf = (person: StoryPerson, index: number): string[] => {
  const texts: StoryPerson = {
    'Mobile No': `843-555-${String(100 + index).padStart(4, '0')}`,
    'Lead Date': typedDate(person.leadDaysAgo),
    'Customer date': typedDate(person.customerDaysAgo),
    'Customer ID': randomUUID(),
    ...person,
  }
  return customerColumns.map((column) => texts[column] ?? '')
}

type Filling = Pick<Cast, 'send' | 'adminToken'>

/** Time limit for crm-proxy to receive the event of a new company, in milliseconds. */
const TIMEOUT_MS = 60_000

/** Returns the spreadsheet script of a company. Polls until crm-proxy has received the event of the company. */
async function scriptOf({ send, adminToken }: Filling, companyId: string): Promise<string> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const response = send<{ script: string }>('GET', getSheetScript.url.replace(':id', companyId), { token: adminToken })
    const { status } = await response
    if (status !== 404 || Date.now() > deadline) return (await must(response)).script
    await sleep(100)
  }
}

/**
 * Creates a development spreadsheet with its script, and stores the script's URL in the company profile. With Google Sheets, the owner
 * creates the spreadsheet with the script, and an admin stores the URL.
 */
export async function fillSheet(filling: Filling, companyId: string, sheetsUrl: string, { sheet, people }: StoryCustomers): Promise<void> {
  const script = await scriptOf(filling, companyId)
  const put = async (path: string, body: string): Promise<void> => {
    const response = await fetch(`${sheetsUrl}/sheets/${path}`, { method: 'PUT', body })
    if (!response.ok) throw new Error(`The spreadsheet ${sheet} could not be filled: ${await response.text()}`)
  }
  await put(sheet, JSON.stringify({ rows: [customerColumns, ...people.map(rowOf)], timeZone: DEFAULT_TIMEZONE }))
  await put(`${sheet}/script`, script)
  const gsapi = `${sheetsUrl}/exec/${sheet}`
  const { send, adminToken } = filling
  await must(send('PUT', setGsapi.url.replace(':id', companyId), { token: adminToken, json: { gsapi } }))
}
