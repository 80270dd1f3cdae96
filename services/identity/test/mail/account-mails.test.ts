import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { App } from '@app/chassis/http/app.ts'
import { mailRequests, testRefusedMailRequests } from '@app/chassis/testing/mail-requests.ts'
import { composeIdentityMail, type IdentityMailTopic, identityMailTopics, type MailRecipient } from '@app/contracts/http/mail-content.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../../src/accounts/users.repository.ts'
import { putAdmin } from '../../src/admins/put-admin.ts'
import { addRevert, putChange } from '../../src/email-changes/email-changes.repository.ts'
import { mailCodes } from '../../src/resets/mail-codes.ts'
import { client, createIdentity, type Identity, INTERNAL_MAIL_KEY, newEmail, PASSWORD } from '../setup.ts'
import { mailedCode, mailedToken, requestedFor, userOf } from './requested.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** A name that an abusive owner wants to show to another person. */
const NAME = 'You owe 500 dollars'

let identity: Identity
let now: () => Date
/** An app whose clock is `now`. */
let app: App
/** An owner whose address is not confirmed. */
let owner: User
let toOwner: MailRecipient

const ask = mailRequests<IdentityMailTopic>(() => app, composeIdentityMail, INTERNAL_MAIL_KEY)

beforeAll(async () => {
  identity = await createIdentity()
  app = await identity.build({ now: () => now() })
})
afterAll(() => identity.close())
beforeEach(async () => {
  now = () => new Date()
  owner = await signUp()
  toOwner = { kind: 'owner', id: owner.id }
})

async function signUp(): Promise<User> {
  const email = newEmail()
  await client(app).signUp(email, { username: NAME })
  return userOf(identity, email)
}

async function newAdmin(): Promise<User> {
  const email = newEmail()
  await putAdmin(identity.deps, { email, password: PASSWORD, by: 'operator' })
  return userOf(identity, email)
}

const inDays = (days: number) => () => new Date(Date.now() + days * DAY_MS)
const inMinutes = (minutes: number) => () => new Date(Date.now() + minutes * MINUTE_MS)
const verify = (token: string) => client(app).post('/verify-email', { token })
const confirm = async ({ email }: User) => verify(await mailedToken(identity, email))
const tokenIn = (text: string): string => /https:\/\/portal\.example\/verify-email#(\S+)/.exec(text)?.[1] ?? ''
/** Requests another verification link, and returns the id of the request. */
async function requestLink({ email }: User): Promise<string> {
  const { Token } = (await client(app).signIn(email)).json()
  await app.inject({ method: 'POST', url: '/verify-email/send', headers: { authorization: `Bearer ${Token}` } })
  return (await requestedFor(identity, 'verify-email', email)).at(-1)?.about ?? ''
}
/** Requests a reset code, and returns the id of the code. */
async function requestCode({ email }: User): Promise<string> {
  await client(app).post('/reset-password', { email })
  await mailCodes({ ...identity.deps, now: () => now() })
  return (await requestedFor(identity, 'reset-code', email)).at(-1)?.about ?? ''
}

testRefusedMailRequests(ask, identityMailTopics)

describe('the welcome email', () => {
  test('has the verification link, the current address and no text of the owner', async () => {
    const mail = await ask.mail('welcome', owner.id, toOwner)
    expect(Object.keys(mail).sort()).toEqual(['html', 'subject', 'text', 'to'])
    expect(mail.to).toBe(owner.email)
    expect(mail.text + mail.html).not.toContain(NAME)
    await sql`update users set email = 'new@example.com' where id = ${owner.id}`.execute(identity.db)
    expect((await ask.mail('welcome', owner.id, toOwner)).to).toBe('new@example.com')
    expect((await verify(tokenIn(mail.text))).statusCode).toBe(200)
  })

  test('has the latest link if the owner requested another one', async () => {
    const about = await requestLink(owner)
    const latest = tokenIn((await ask.mail('verify-email', about, toOwner)).text)
    expect(tokenIn((await ask.mail('welcome', owner.id, toOwner)).text)).toBe(latest)
  })

  test('has no link after the owner confirmed the address, and is obsolete after the link has expired', async () => {
    now = inDays(8)
    expect(await ask.status('welcome', owner.id, toOwner)).toBe(410)
    now = () => new Date()
    await confirm(owner)
    now = inDays(8)
    const { subject, text } = await ask.mail('welcome', owner.id, toOwner)
    expect([subject, tokenIn(text)]).toEqual(['Welcome to Palmetto Works', ''])
  })
})

describe('the email with a verification link', () => {
  test('has the link, which works, and no text of the owner', async () => {
    const about = await requestLink(owner)
    const mail = await ask.mail('verify-email', about, toOwner)
    expect([mail.to, mail.subject]).toEqual([owner.email, 'Confirm your email address'])
    expect(mail.text + mail.html).not.toContain(NAME)
    expect((await verify(tokenIn(mail.text))).json()).toMatchObject({ alreadyVerified: false })
  })

  test('is obsolete after the link was used or replaced, or has expired', async () => {
    const first = await requestLink(owner)
    const second = await requestLink(owner)
    expect([await ask.status('verify-email', first, toOwner), await ask.status('verify-email', second, toOwner)]).toEqual([410, 200])
    now = inDays(8)
    expect(await ask.status('verify-email', second, toOwner)).toBe(410)
    now = () => new Date()
    await confirm(owner)
    expect(await ask.status('verify-email', second, toOwner)).toBe(410)
  })
})

describe('the email with a reset code', () => {
  test('to an unconfirmed address does not contain the username', async () => {
    const mail = await ask.mail('reset-code', await requestCode(owner), toOwner)
    expect(mail.to).toBe(owner.email)
    expect(mail.text).toContain('Hello there,')
    expect(mail.text + mail.html).not.toContain(NAME)
    await confirm(owner)
    expect((await ask.mail('reset-code', await requestCode(owner), toOwner)).text).toContain(`Hello ${NAME},`)
  })

  test('has the code and its minutes', async () => {
    const about = await requestCode(owner)
    const { subject, text } = await ask.mail('reset-code', about, toOwner)
    const code = await mailedCode(identity, owner.email)
    expect(text).toContain(`    ${code}\n`)
    expect(subject).not.toContain(code)
    expect(text).toContain('The code works once, within 15 minutes')
    await sql`update reset_codes set expires_at = now() + interval '4 minutes 10 seconds' where id = ${about}`.execute(identity.db)
    expect((await ask.mail('reset-code', about, toOwner)).text).toContain('within 4 minutes')
  })

  test('goes to admins', async () => {
    const admin = await newAdmin()
    expect(await ask.mail('reset-code', await requestCode(admin), { kind: 'admin', id: admin.id })).toMatchObject({ to: admin.email })
  })

  test('is obsolete after the code was used or replaced, or has expired', async () => {
    const used = await requestCode(owner)
    const { email } = owner
    await client(app).post(`/reset-password/${await mailedCode(identity, email)}`, { email, password: 'Another-horse-2!' })
    const first = await requestCode(owner)
    expect(await ask.status('reset-code', used, toOwner)).toBe(410)
    now = inMinutes(12)
    expect(await ask.status('reset-code', first, toOwner)).toBe(200)
    const second = await requestCode(owner)
    expect([await ask.status('reset-code', first, toOwner), await ask.status('reset-code', second, toOwner)]).toEqual([410, 200])
    now = inMinutes(28)
    expect(await ask.status('reset-code', second, toOwner)).toBe(410)
  })
})

describe('the email about a changed password', () => {
  test('goes to the current address of an owner or an admin, and is obsolete after the admin was removed', async () => {
    const admin = await newAdmin()
    const toAdmin: MailRecipient = { kind: 'admin', id: admin.id }
    const mail = await ask.mail('password-changed', owner.id, toOwner)
    expect(mail).toMatchObject({ to: owner.email, subject: 'Your password was changed', text: expect.stringContaining(`Hello ${NAME},`) })
    expect((await ask.mail('password-changed', admin.id, toAdmin)).to).toBe(admin.email)
    await sql`update users set removed_at = now() where id = ${admin.id}`.execute(identity.db)
    expect(await ask.status('password-changed', admin.id, toAdmin)).toBe(410)
  })
})

test('no email goes to another person, or to a person with another role', async () => {
  const other = await signUp()
  const about: Readonly<Record<Exclude<IdentityMailTopic, 'admin-invitation'>, string>> = {
    welcome: owner.id,
    'password-changed': owner.id,
    'verify-email': await requestLink(owner),
    'reset-code': await requestCode(owner),
    'confirm-new-email': await inTransaction(identity.db, (trx) => putChange(trx, owner.id, newEmail(), now())),
    'email-changed': await inTransaction(identity.db, (trx) => addRevert(trx, owner.id, newEmail(), now())),
  }
  for (const topic of identityMailTopics.filter((topic) => topic !== 'admin-invitation')) {
    expect(await ask.status(topic, about[topic], toOwner)).toBe(200)
    for (const kind of ['admin', 'colleague'] as const) expect(await ask.status(topic, about[topic], { kind, id: owner.id })).toBe(410)
    expect(await ask.status(topic, about[topic], { kind: 'owner', id: other.id })).toBe(410)
  }
  const admin = await newAdmin()
  expect(await ask.status('welcome', admin.id, { kind: 'admin', id: admin.id })).toBe(410)
})

test('neither the log nor the database contains the links and codes of composed emails', async () => {
  const [link, code] = [await requestLink(owner), await requestCode(owner)]
  const texts = [await ask.mail('verify-email', link, toOwner), await ask.mail('reset-code', code, toOwner)].map(({ text }) => text)
  const secrets = [tokenIn(texts[0] ?? ''), await mailedCode(identity, owner.email)]
  expect(secrets.map(({ length }) => length)).toEqual([43, 5])
  const { rows } = await sql<{ row: string }>`
    select t::text as row from email_verifications t union all select t::text from reset_codes t union all select t::text from outbox t`.execute(
    identity.db,
  )
  for (const secret of secrets) expect([...rows.map(({ row }) => row), ...identity.lines].join()).not.toContain(secret)
})
