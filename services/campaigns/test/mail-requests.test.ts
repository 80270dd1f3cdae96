import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { internalErasure } from '@app/chassis/testing/erasure.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkTokenOf } from '../src/content/link-token.ts'
import { campaignFigures } from '../src/reports/figures.ts'
import { refuseRows } from './failing-rows.ts'
import { sendingOf } from './sendings.ts'
import { admin, INTERNAL_DATA_KEY, type Owner, type Service, setUp } from './setup.ts'

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const LINKS = ['https://pies.example/menu?day=1&size=2', 'https://xn--bckerei-5wa.example/%C3%A4']

let service: Service
let owner: Owner
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
})

/** Sends an email whose opens and clicks are counted. The mail relay accepted it an hour ago. */
async function countedMail(of = owner, changes: object = {}) {
  const email = 'ann@bakery.example'
  const { dispatchId, tokens } = await sendingOf(service, of, { emails: [email], dispatch: 'done', links: LINKS })
  const { id, campaignId } = await service.db
    .selectFrom('delivery')
    .innerJoin('dispatch', 'dispatch.id', 'delivery.dispatch_id')
    .select(['delivery.id', 'dispatch.campaign_id as campaignId'])
    .where('dispatch_id', '=', dispatchId)
    .executeTakeFirstOrThrow()
  const settled = { settled_at: sql<string>`now() - interval '1 hour'`, ...changes }
  await service.db.updateTable('delivery').set(settled).where('id', '=', id).execute()
  await service.db.updateTable('dispatch').set({ started_at: sql`now() - interval '1 hour'` }).where('id', '=', dispatchId).execute()
  const token = tokens[email] ?? ''
  return { id, dispatchId, campaignId, email, token, linkToken: linkTokenOf({ id, token }) }
}
type Mail = Awaited<ReturnType<typeof countedMail>>

const ask = (path: string, { method = 'GET' as 'GET' | 'HEAD', userAgent = BROWSER, ip = '203.0.113.7' } = {}) =>
  service.app.inject({ method, url: `/mailing/${path}`, headers: { 'user-agent': userAgent }, remoteAddress: ip })

const requestsOf = ({ id }: Pick<Mail, 'id'>) =>
  service.db
    .selectFrom('mail_request')
    .select(['link', 'machine_sign as sign', 'client'])
    .where('delivery_id', '=', id)
    .orderBy('at')
    .execute()

const totalsOf = async ({ campaignId }: Mail) => {
  const { opened, clicked } = (await service.app.inject({ url: `/campaign/${campaignId}/came-back`, headers: admin.headers })).json()
  return [opened, clicked]
}

test('a click redirects to the stored target, with headers that keep the token secret, and counts once for a double click', async () => {
  const mail = await countedMail()
  const [first] = await Promise.all([ask(`${mail.linkToken}/0`), ask(`${mail.linkToken}/0`)])
  await ask(`${mail.linkToken}/0`)
  expect([first?.statusCode, first?.headers.location]).toEqual([302, LINKS[0]])
  expect(first?.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  expect((await ask(`${mail.linkToken}/1?to=https://evil.example`)).headers.location).toBe(LINKS[1])
  const other = await countedMail()
  await ask(`${other.linkToken}/1`)
  expect(await totalsOf(other)).toEqual([1, 1])
})

test('the picture is transparent and can be shown on other sites; HEAD requests and programs are recorded as machines', async () => {
  const mail = await countedMail()
  const picture = await ask(`${mail.linkToken}/picture.gif`)
  expect([picture.statusCode, picture.rawPayload.subarray(0, 6).toString()]).toEqual([200, 'GIF89a'])
  expect(picture.headers).toMatchObject({
    'content-type': 'image/gif',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect((await ask(`${mail.linkToken}/0`, { method: 'HEAD' })).headers.location).toBe(LINKS[0])
  const agents = [
    ['', 'program'],
    ['Mozilla/5.0', 'program'],
    [`${BROWSER.replace('143.0.0.0', '42.0.2311.135')} Edge/12.246 Mozilla/5.0`, 'program'],
    ['Barracuda Sentinel (EE)', 'program'],
    ['Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', null],
    ['YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', null],
  ] as const
  for (const [at, [userAgent]] of agents.entries()) await ask(`${mail.linkToken}/picture.gif`, { userAgent, ip: `198.51.100.${at}` })
  expect((await requestsOf(mail)).map(({ link, sign }) => [link, sign])).toEqual([
    [null, null],
    [0, 'head'],
    ...agents.map(([, sign]) => [null, sign]),
  ])
})

test('a request before the mail relay accepted the email, or less than 10 seconds later, is early', async () => {
  const ago = (seconds: number) => sql<string>`now() - ${seconds} * interval '1 second'`
  for (const [changes, sign] of [
    [{ state: 'sending', settled_at: null }, 'early'],
    [{ settled_at: ago(8) }, 'early'],
    [{ settled_at: ago(11) }, null],
    [{ state: 'unknown', settled_at: null }, null],
  ] as const) {
    const mail = await countedMail(owner, changes)
    await ask(`${mail.linkToken}/0`)
    expect((await requestsOf(mail))[0]?.sign).toBe(sign)
  }
})

test('unknown links get one page, and the token of a link does not unsubscribe', async () => {
  const [mail, other] = [await countedMail(), await countedMail(await ownerWithCompany(service.deps))]
  const forged = linkTokenOf({ id: mail.id, token: other.token })
  const uncounted = await countedMail()
  await service.db.updateTable('dispatch').set({ links: null }).where('id', '=', uncounted.dispatchId).execute()
  const paths = ['2', '-1', '00', '1e0', 'x', '0'.repeat(10)].map((link) => `${mail.linkToken}/${link}`)
  for (const path of [...paths, `${forged}/0`, `${mail.token}/0`, `${uncounted.linkToken}/0`, 'x/0', '%00/0', `${'a'.repeat(200)}/0`]) {
    const page = await ask(path)
    expect([path, page.statusCode, page.headers.location, page.body.includes('This link doesn’t work')]).toEqual([
      path,
      404,
      undefined,
      true,
    ])
  }
  expect((await ask(`${'a'.repeat(201)}/0`)).statusCode).toBe(400)
  expect((await ask(`${forged}/picture.gif`)).rawPayload.equals((await ask(`${mail.linkToken}/picture.gif`)).rawPayload)).toBe(true)
  expect(await requestsOf(mail)).toHaveLength(1)
  expect((await service.app.inject({ method: 'POST', url: `/unsubscribe/${mail.linkToken}` })).statusCode).toBe(404)
})

test('a click redirects even if it cannot be recorded', async () => {
  const mail = await countedMail()
  const allow = await refuseRows(service.adminUrl, 'mail_request', 'true')
  const response = await ask(`${mail.linkToken}/0`)
  await allow()
  expect([response.statusCode, response.headers.location, await requestsOf(mail)]).toEqual([302, LINKS[0], []])
  expect(service.lines.filter((line) => line.includes('an open or a click was not recorded'))).toHaveLength(1)
})

test('at most 20 requests of machines and 20 others of an email are stored, without an IP address', async () => {
  const mail = await countedMail()
  for (let at = 0; at < 25; at++)
    for (const userAgent of [BROWSER, 'curl/8']) await ask(`${mail.linkToken}/0`, { userAgent, ip: `2001:db8:0:${at}::1` })
  const stored = await requestsOf(mail)
  expect([stored.length, stored.filter(({ sign }) => sign === 'program').length]).toEqual([40, 20])
  for (const { client } of stored) expect(client).toMatch(/^[0-9a-f]{4}$/)
})

test('erasing a person removes what the person opened, and the links stop working', async () => {
  const mail = await countedMail()
  await ask(`${mail.linkToken}/0`)
  await internalErasure(service.app, INTERNAL_DATA_KEY).person(mail.email)
  expect(await requestsOf(mail)).toEqual([])
  expect((await ask(`${mail.linkToken}/0`)).statusCode).toBe(404)
})

describe('people and machines', () => {
  const [A, B] = ['aaaa', 'bbbb']
  const FIRST = Date.parse('2026-10-05T14:00:00Z')

  /** Inserts requests: the time in milliseconds, the link (null: the picture), the client, and the sign of a machine. */
  async function requests(
    mail: Mail,
    rows: readonly (readonly [at: number, link: number | null, client: string, sign?: 'head' | 'early'])[],
  ) {
    await service.db
      .insertInto('mail_request')
      .values(
        rows.map(([at, link, client, machine_sign = null]) => ({
          id: crypto.randomUUID(),
          dispatch_id: mail.dispatchId,
          delivery_id: mail.id,
          at: new Date(FIRST + at).toISOString(),
          link,
          client,
          machine_sign,
        })),
      )
      .execute()
  }

  test.each([
    ['a picture is an open', [[0, null, A]], [1, 0]],
    ['a click without a picture is an open', [[0, 0, A]], [1, 1]],
    [
      'several opens and clicks of an email count once',
      [
        [0, null, A],
        [5_000, 0, A],
        [9_000, 1, A],
        [15_000, 0, B],
        [20_000, null, B],
      ],
      [1, 1],
    ],
    [
      'a request with a sign of a machine does not count',
      [
        [0, null, A, 'early'],
        [60_000, 0, A, 'head'],
      ],
      [0, 0],
    ],
    [
      'two links within 2 seconds are a machine',
      [
        [0, 0, A],
        [2_000, 1, B],
      ],
      [0, 0],
    ],
    [
      'two links after more than 2 seconds are a person',
      [
        [0, 0, A],
        [2_001, 1, A],
      ],
      [1, 1],
    ],
    [
      'a link with another one that a machine requested',
      [
        [0, 0, A],
        [1_000, 1, A, 'head'],
      ],
      [0, 0],
    ],
    [
      'picture and link within 2 seconds by one client are a machine',
      [
        [0, null, A],
        [1_999, 0, A],
      ],
      [0, 0],
    ],
    [
      'picture and link within 2 seconds by two clients are a person',
      [
        [0, null, A],
        [1_999, 0, B],
      ],
      [1, 1],
    ],
    [
      'one link twice at once is a person',
      [
        [0, 0, A],
        [100, 0, B],
      ],
      [1, 1],
    ],
    [
      'a scan does not hide a later click',
      [
        [0, 0, A],
        [500, 1, A],
        [60_000, 0, B],
      ],
      [1, 1],
    ],
  ] as const)('%s', async (_what, rows, totals) => {
    const mail = await countedMail()
    await requests(mail, rows)
    expect(await totalsOf(mail)).toEqual(totals)
  })

  test('the first open and the first click count in their months, in the business’s time zone; each counts once', async () => {
    const mail = await countedMail()
    await service.db.updateTable('dispatch').set({ started_at: '2026-10-01T14:00:00Z' }).where('id', '=', mail.dispatchId).execute()
    // In New York, this is the last millisecond of October.
    const end = Date.parse('2026-11-01T04:00:00Z') - FIRST - 1
    await requests(mail, [
      [end, null, A],
      [end + 1, null, B],
      [end + 10_000, 1, A],
      [end + 20_000, 0, A],
    ])
    const of = async (month: '2026-10' | '2026-11' | '2026-12', companyId = owner.company._id) => {
      const { total } = await campaignFigures(service.db, { companyId, month, timeZone: 'America/New_York' })
      return [total.opened, total.clicked]
    }
    expect([await of('2026-10'), await of('2026-11'), await of('2026-12')]).toEqual([
      [1, 0],
      [0, 1],
      [null, null],
    ])
    expect(await of('2026-10', (await ownerWithCompany(service.deps)).company._id)).toEqual([null, null])
  })
})
