import { exitWith } from '../local/console.ts'
import { admin as localAdmin } from '../test/product.ts'
import { type Client, clientOf, must, PASSWORD } from '../test/system/client.ts'
import { fillCompany, signUp } from './fill-company.ts'
import { fernFable } from './story/fern-fable.ts'
import { harborPine } from './story/harbor-pine.ts'
import { lowGear } from './story/low-gear.ts'
import type { StoryCompany } from './story/story.ts'

const {
  PRODUCT_URL = 'http://localhost:8080',
  SHEETS_URL = 'http://127.0.0.1:1090',
  ADMIN_EMAIL = localAdmin.email,
  ADMIN_PASSWORD = localAdmin.password,
} = process.env
const MOST_COPIES = 100
/** The one to sign in as comes last: admins list companies as they were founded. */
const companies = [fernFable, lowGear, harborPine]

const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)

async function requireProduct(): Promise<void> {
  const ready = await fetch(`${PRODUCT_URL}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  if (ready?.ok) return
  const why = ready ? `answers ${ready.status}: it is still starting, or a part of it is down` : 'does not answer'
  throw new Error(`The product at ${PRODUCT_URL} ${why}. Start it with "npm start", or name another one in PRODUCT_URL.`)
}

/** Where spreadsheets can be made; none where the product has them at Google. */
async function findSheets(): Promise<string | undefined> {
  const found = await fetch(`${SHEETS_URL}/sheets`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  if (found?.ok) return SHEETS_URL
  say(`No spreadsheets at ${SHEETS_URL} (SHEETS_URL): the companies are without customers.`)
  return undefined
}

async function signInAdmin(send: Client): Promise<string> {
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

/** Signs the owner up under the first free address; undefined when the demo is there and nobody asked for another one. */
async function addOwner(send: Client, company: StoryCompany, again: boolean): Promise<StoryCompany | undefined> {
  for (let copy = 1; copy <= (again ? MOST_COPIES : 1); copy++) {
    const candidate = copyOf(company, copy)
    if (await signUp(send, candidate.owner)) return candidate
  }
  return undefined
}

async function main(): Promise<void> {
  const again = process.argv.includes('--again')
  const begun = performance.now()
  await requireProduct()
  const send = clientOf(PRODUCT_URL)
  const adminToken = await signInAdmin(send)
  const sheetsUrl = await findSheets()
  let email = harborPine.owner.email
  for (const company of companies) {
    const { companyName } = company.profile
    const added = await addOwner(send, company, again)
    if (!added) {
      say(`${companyName} is there already and stays as it is; "npm run demo -- --again" adds another one.`)
      continue
    }
    await fillCompany({ send, adminToken, sheetsUrl }, added)
    email = added.owner.email
    const people = sheetsUrl && added.customers ? `, ${added.customers.people.length} customers and leads` : ''
    const campaigns = people && added.campaigns ? `, ${added.campaigns.length} campaigns` : ''
    say(`${companyName}: ${added.tasks.length} tasks, ${added.documents.length} documents${people}${campaigns}`)
  }
  say(
    '',
    `The demo is there after ${((performance.now() - begun) / 1000).toFixed(1)} s.`,
    `  Owner   ${PRODUCT_URL}/login   ${email}   ${PASSWORD}`,
    `  Admin   ${PRODUCT_URL}/admin/login   ${ADMIN_EMAIL}`,
    '',
  )
}

main().catch(exitWith)
