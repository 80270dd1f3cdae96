import { exitWith } from '../local/console.ts'
import { readSettings, type Settings } from '../local/settings.ts'
import { type Client, clientOf, must, PASSWORD } from '../test/system/client.ts'
import { addCompany } from './fill-company.ts'
import { findProduct } from './find-product.ts'
import { fernFable } from './story/fern-fable.ts'
import { harborPine } from './story/harbor-pine.ts'
import { lowGear } from './story/low-gear.ts'
import type { StoryCompany } from './story/story.ts'

const MOST_COPIES = 100
/** The one to sign in as comes last: admins list companies as they were founded. */
const companies = [fernFable, lowGear, harborPine]

const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)

async function signInAdmin(send: Client, { ADMIN_EMAIL, ADMIN_PASSWORD }: Settings): Promise<string> {
  const { status, body } = await send<{ token: string }>('POST', '/admin/login', { json: { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } })
  if (status === 401)
    throw new Error(`The admin sign-in of ${ADMIN_EMAIL} is refused. Set ADMIN_EMAIL and ADMIN_PASSWORD as the product has them.`)
  return (await must(Promise.resolve({ status, body }))).token
}

/** The same company under the `copy`th address of its owner: mara@…, then mara+2@…. */
function copyOf(company: StoryCompany, copy: number): StoryCompany {
  if (copy === 1) return company
  const { owner, customers } = company
  return {
    ...company,
    owner: { ...owner, email: owner.email.replace('@', `+${copy}@`) },
    customers: customers && { ...customers, sheet: `${customers.sheet}-${copy}` },
  }
}

type Surroundings = Parameters<typeof addCompany>[0]

/**
 * Fills the first copy of a company that is not complete: a new one, or one that an interrupted run has left. Without `again` only
 * the first copy is considered. Returns its owner's email address, or undefined when nothing was left to do.
 */
async function addCopy(surroundings: Surroundings, company: StoryCompany, again: boolean): Promise<string | undefined> {
  const { companyName } = company.profile
  for (let copy = 1; copy <= (again ? MOST_COPIES : 1); copy++) {
    const candidate = copyOf(company, copy)
    const { email } = candidate.owner
    const outcome = await addCompany(surroundings, candidate)
    if (outcome === 'locked') say(`${companyName}: ${email} no longer has the demo's password, so this company stays as it is.`)
    if (outcome === 'locked' || outcome === 'complete') continue
    const { tasks, documents, customers, campaigns } = candidate
    const contents = [`${tasks.length} tasks`, `${documents.length} documents`]
    if (surroundings.sheetsUrl && customers) contents.push(`${customers.people.length} customers and leads`)
    if (surroundings.sheetsUrl && campaigns) contents.push(`${campaigns.length} campaigns`)
    say(`${companyName}: ${contents.join(', ')}${outcome === 'completed' ? ', completed after an interrupted run' : ''}`)
    return email
  }
  return undefined
}

async function main(): Promise<void> {
  const again = process.argv.includes('--again')
  const begun = performance.now()
  const settings = readSettings(process.env)
  const { PRODUCT_URL, SHEETS_URL } = process.env
  const { url, sheetsUrl, inboxUrl, place } = await findProduct(settings, { PRODUCT_URL, SHEETS_URL })
  say(`Filling the product at ${url}${place ? `, data folder ${place}` : ''}`)
  if (!sheetsUrl) say('No spreadsheets found (SHEET_PORT, SHEETS_URL): the companies get no customers and no campaigns.')
  const send = clientOf(url)
  const surroundings = { send, adminToken: await signInAdmin(send, settings), sheetsUrl, inboxUrl }
  let email = harborPine.owner.email
  for (const company of companies) {
    const added = await addCopy(surroundings, company, again)
    if (added) email = added
    else say(`${company.profile.companyName} is there already and stays as it is; "npm run demo -- --again" adds another one.`)
  }
  say(
    '',
    `The demo is ready after ${((performance.now() - begun) / 1000).toFixed(1)} s.`,
    `  Owner   ${url}/login   ${email}   ${PASSWORD}`,
    `  Admin   ${url}/admin/login   ${settings.ADMIN_EMAIL}`,
    ...(inboxUrl ? [`  Mails   ${inboxUrl}`] : []),
    '',
  )
}

main().catch(exitWith)
