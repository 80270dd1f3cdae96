import { exitWith } from '../local/console.ts'
import { readSettings, type Settings } from '../local/settings.ts'
import { type Client, clientOf, must, PASSWORD } from '../tests/support/client.ts'
import { addCompany, type Surroundings } from './fill-company.ts'
import { findProduct } from './find-product.ts'
import { inviteAdmins, invitedAdmin } from './invite-admins.ts'
import { fernFable } from './story/fern-fable.ts'
import { harborPine } from './story/harbor-pine.ts'
import { lowGear } from './story/low-gear.ts'
import type { StoryCompany } from './story/story.ts'

const MAX_COPIES = 100
/** The companies are filled at the same time. At the end, the demo prints the owner of the last one. */
const companies = [fernFable, lowGear, harborPine]

const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)

async function signInAdmin(send: Client, { ADMIN_EMAIL, ADMIN_PASSWORD }: Settings): Promise<string> {
  const { status, body } = await send<{ token: string }>('POST', '/admin/login', { json: { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } })
  if (status === 401)
    throw new Error(`The admin ${ADMIN_EMAIL} could not sign in. Set ADMIN_EMAIL and ADMIN_PASSWORD to the values of the product.`)
  return (await must(Promise.resolve({ status, body }))).token
}

/**
 * Returns the company with a numbered email address of its owner: mara@… for the first copy, mara+2@… for the second copy. Colleagues of
 * each copy have another mailbox (ana.2@…), because a mailbox gets only three invitations a day.
 */
function copyOf(company: StoryCompany, copy: number): StoryCompany {
  if (copy === 1) return company
  const { owner, colleagues, newEmail, customers } = company
  return {
    ...company,
    owner: { ...owner, email: owner.email.replace('@', `+${copy}@`) },
    colleagues: colleagues?.map((colleague) => ({ ...colleague, email: colleague.email.replace('@', `.${copy}@`) })),
    newEmail: newEmail?.replace('@', `+${copy}@`),
    customers: customers && { ...customers, sheet: `${customers.sheet}-${copy}` },
  }
}

/** Fills the first missing or incomplete copy of a company. Without `again`, considers only the first copy. Returns the owner's email. */
async function addCopy(surroundings: Surroundings, company: StoryCompany, again: boolean): Promise<string | undefined> {
  const { companyName } = company.profile
  for (let copy = 1; copy <= (again ? MAX_COPIES : 1); copy++) {
    const candidate = copyOf(company, copy)
    const { email } = candidate.owner
    const outcome = await addCompany(surroundings, candidate)
    if (outcome === 'locked') say(`${companyName}: the password of ${email} was changed, so this company is not changed.`)
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
  const { url, sheetsUrl, inboxUrl, databaseUrl, place } = await findProduct(settings, { PRODUCT_URL, SHEETS_URL })
  say(`Filling the product at ${url}${place ? `, data folder ${place}` : ''}`)
  if (!sheetsUrl) say('No development spreadsheets found (SHEET_PORT, SHEETS_URL), so the companies get no customers and no campaigns.')
  if (!inboxUrl)
    say('No mail inbox of this product found (INBOX_PORT, PUBLIC_URL, DATA_DIR), so nobody decides through a link or is invited.')
  if (!databaseUrl)
    say('The database of this product was not found (DATA_DIR), so the companies have no past months and no monthly reports.')
  const send = clientOf(url)
  const { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password, BUSINESS_TIMEZONE: timeZone } = settings
  const adminToken = await signInAdmin(send, settings)
  const managers = inviteAdmins({ send, adminToken, password, inboxUrl })
  const surroundings = { send, adminToken, sheetsUrl, inboxUrl, databaseUrl, timeZone, managers, holidayBatchId: crypto.randomUUID() }
  const adding = Promise.all(companies.map((company) => addCopy(surroundings, company, again)))
  const [added] = await Promise.all([adding, managers])
  for (const [index, { profile }] of companies.entries())
    if (!added[index]) say(`${profile.companyName} already exists and was not changed. "npm run demo -- --again" adds another one.`)
  const email = added.findLast((owner) => owner !== undefined) ?? harborPine.owner.email
  say(
    '',
    `The demo is ready after ${((performance.now() - begun) / 1000).toFixed(1)} s.`,
    `  Owner   ${url}/login   ${email}   ${PASSWORD}`,
    `  Admin   ${url}/admin/login   ${adminEmail}`,
    ...(inboxUrl ? [`  Admin   ${url}/admin/login   ${invitedAdmin.email}   ${PASSWORD}`, `  Mails   ${inboxUrl}`] : []),
    '',
  )
}

main().catch(exitWith)
