import { type CampaignDetail, createCampaign } from '@app/contracts/http/campaigns.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type pg from 'pg'
import { fillSheet } from '../../../demo/fill-sheet.ts'
import type { Client, ClientResponse } from '../../support/client.ts'
import { type Ask, Refused } from './ask.ts'

/** Number of customers per company. Sending to all of them takes some seconds, in which processes can be killed. */
export const PEOPLE = 200

const customers = (mark: string) =>
  Array.from({ length: PEOPLE }, (_, at) => ({
    'First Name': `Person ${at}`,
    'Last Name': 'Reed',
    'Email id': `p${at}@${mark}.example`,
    Stage: 'Customer' as const,
    'Email Subscription': 'Yes' as const,
    leadDaysAgo: 30,
  }))

export interface Stage {
  sheetsUrl: string
  database: pg.Pool
}

interface Campaigning extends Stage {
  token: string
  adminToken: string
  companyId: string
  mark: string
}

/** Wraps `ask` as a client. `ask` throws if a request is rejected, but the client returns the response. */
const clientOf =
  (ask: Ask): Client =>
  async <T>(method: string, path: string, sent: object = {}): Promise<ClientResponse<T>> => {
    try {
      return { status: 200, body: await ask({ method, path, ...sent }) }
    } catch (error) {
      if (error instanceof Refused && error.status)
        return { status: error.status, body: { message: error.message } as ClientResponse<T>['body'] }
      throw error
    }
  }

async function makeFirstDispatchDue(database: pg.Pool, { dispatches: [first] }: CampaignDetail): Promise<void> {
  await database.query('update campaigns.dispatch set sends_at = now(), due_at = now() where id = $1', [first?._id])
}

/** Creates a spreadsheet and submits a campaign of two emails. The first email is due immediately. Returns the campaign's name. */
export async function runCampaignStory(
  ask: Ask,
  { token, adminToken, companyId, mark, sheetsUrl, database }: Campaigning,
): Promise<string> {
  await fillSheet({ send: clientOf(ask), adminToken }, companyId, sheetsUrl, { sheet: mark, people: customers(mark) })
  const name = `campaign ${mark}`
  const today = todayIn(DEFAULT_TIMEZONE)
  const words = { subject: 'Pies for {{First Name|you}}', body: 'Dear {{First Name|friend}},\n\nwe bake again.' }
  const steps = [
    { type: 'Initial', date: addDays(today, 2), ...words },
    { type: 'Final', date: addDays(today, 9), ...words },
  ]
  const fields = {
    companyProfileId: companyId,
    name,
    audience: 'Customers',
    campaignCategory: 'Special Event',
    stepsJson: JSON.stringify(steps),
  }
  const { campaign } = await ask<{ campaign: CampaignDetail }>({ method: createCampaign.method, path: createCampaign.url, token, fields })
  await makeFirstDispatchDue(database, campaign)
  return name
}
