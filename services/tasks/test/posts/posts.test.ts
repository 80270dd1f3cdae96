import { jpeg, png } from '@app/chassis/testing/pictures.ts'
import type { PostedTask } from '@app/contracts/http/posts.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { POSTS_EXPORTED_MAX } from '@app/contracts/rules/posts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { colleagueSteps } from '../colleagues/colleague-steps.ts'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { addTaskRows, admin, adminCreate, move, type Person, setUp, taskFields, upload } from '../setup.ts'
import { entriesOf } from './zip-entries.ts'

let service: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

interface NewPost {
  title?: string
  caption?: string
  postedAt?: string
  postLinks?: object
  files?: Parameters<typeof upload>[2]
  platforms?: Record<string, string>
}

const launch = ({ _id }: Task, body: object = {}) => move(service.app, admin, _id, { currentStatus: 'Posted', ...body })

/** Creates a task, and brings it through the API until it is posted. It was created 60 days ago. */
async function posted(owner: Reviewer, { title = 'Winter bread', caption = '', files, platforms, ...post }: NewPost = {}): Promise<Task> {
  const { app, db } = service
  const fields = taskFields(owner.company._id, { title, platform_insta: 'true', ...platforms })
  const { _id }: Task = (await adminCreate(app, fields)).json()
  await sql`update task set created_at = created_at - interval '60 days' where id = ${_id}`.execute(db)
  await upload(app, _id, files ?? { file1: png() }, { caption })
  const approved: Task = (await move(app, owner, _id, { currentStatus: 'Approved' })).json()
  const response = await launch(approved, post)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const get = (caller: Person, url: string) => service.app.inject({ url, headers: caller.headers })
const listOf = async (owner: Person, query = ''): Promise<PostedTask[]> => (await get(owner, `/posts${query}`)).json()
const titlesOf = async (owner: Person, query = '') => (await listOf(owner, query)).map(({ title }) => title)

describe('the list of posts', () => {
  test('has what was posted where and when, newest first, and who approved it', async () => {
    const owner = await reviewer(service)
    const postLinks = { platform_insta: 'https://www.instagram.com/p/1/' }
    const files = { file1: png(), file2: jpeg() }
    const first = await posted(owner, { title: 'First', caption: 'The bread is back', files, postLinks, postedAt: '2026-11-19T14:30:00Z' })
    await posted(owner, { title: 'Second' })
    const list = await listOf(owner)
    expect(list.map(({ title }) => title)).toEqual(['Second', 'First'])
    expect(list[1]).toEqual({
      _id: first._id,
      taskId: first.taskId,
      companyProfileId: owner.company._id,
      companyName: owner.company.companyName,
      timeZone: owner.company.timeZone,
      title: 'First',
      platform_x: false,
      platform_fb: false,
      platform_insta: true,
      platform_li: false,
      platform_youtube: false,
      platform_via_mail: false,
      doneTaskImage: first.doneTaskImage,
      doneTaskThumbnail: first.doneTaskThumbnail,
      postLinks,
      postedAt: '2026-11-19T14:30:00Z',
      postedOn: '2026-11-19',
      caption: 'The bread is back',
      fileCount: 2,
      alternativeText: '',
      approval: {
        at: expect.stringMatching(/Z$/),
        role: 'owner',
        channel: 'portal',
        decider: 'maria@harborpine.example',
        deciderName: null,
        isAcceptedByAdmin: false,
      },
    })
  })

  test('names the colleague who approved by link, until the name is erased, and an admin who accepted a machine’s approval', async () => {
    const steps = colleagueSteps(service)
    const link = reviewing(service)
    const owner = await steps.ownerWithPreview()
    const ana = await steps.colleagueOf(owner)
    const approvals = async () => (await listOf(owner)).map(({ approval }) => approval)

    const { task, tokenFor } = await steps.delivered(owner)
    await link.approve(tokenFor(ana))
    await launch(task)
    expect(await approvals()).toMatchObject([
      { role: 'colleague', channel: 'review-link', decider: ana.email, deciderName: ana.name, isAcceptedByAdmin: false },
    ])
    await service.db.deleteFrom('record_subject').where('email', '=', ana.email).execute()
    expect(await approvals()).toMatchObject([{ role: 'colleague', decider: null, deciderName: null }])

    const scanned = await link.linked(owner)
    await link.approve(scanned.token, { interaction: { pointerOrKey: false, heldMs: 0, automated: true } })
    await launch(scanned.task, { acceptUnconfirmed: true })
    expect((await approvals())[0]).toMatchObject({ role: 'owner', channel: 'review-link', isAcceptedByAdmin: true })
  })

  test('contains only posts of the caller’s company; admins see all, one company’s or those of an account manager', async () => {
    const [owner, other] = [await reviewer(service), await reviewer(service)]
    await posted(owner, { title: 'Own post of tenancy' })
    await posted(other, { title: 'Other post of tenancy' })
    await service.db.insertInto('company_manager').values({ company_id: other.company._id, manager_id: admin.id, version: 1 }).execute()
    expect(await titlesOf(owner)).toEqual(['Own post of tenancy'])
    expect(await titlesOf(owner, `?companyProfileId=${other.company._id}`)).toEqual(['Own post of tenancy'])
    const adminsTitles = async (query: string) =>
      (await get(admin, `/admin/posts?search=tenancy&${query}`)).json().map(({ title }: PostedTask) => title)
    expect(await adminsTitles('')).toEqual(['Other post of tenancy', 'Own post of tenancy'])
    expect(await adminsTitles(`companyProfileId=${owner.company._id}`)).toEqual(['Own post of tenancy'])
    expect(await adminsTitles('manager=me')).toEqual(['Other post of tenancy'])
    expect(await adminsTitles(`manager=me&companyProfileId=${owner.company._id}`)).toEqual([])
  })

  test('is filtered by the month of the business, the platform, and words of the title or the approved caption', async () => {
    const owner = await reviewer(service)
    // In New York, this is still October.
    const october = await posted(owner, { title: 'Pumpkin pie', caption: 'Sweet, with crème', postedAt: '2026-11-01T03:59:59Z' })
    await posted(owner, {
      title: 'Winter bread',
      caption: 'Baked at five',
      postedAt: '2026-11-01T04:00:00Z',
      platforms: { platform_x: 'true' },
    })
    expect(await titlesOf(owner, '?month=2026-10')).toEqual(['Pumpkin pie'])
    expect(await titlesOf(owner, '?month=2026-11')).toEqual(['Winter bread'])
    expect(await titlesOf(owner, '?month=2026-12')).toEqual([])
    expect(await titlesOf(owner, '?platform=platform_x')).toEqual(['Winter bread'])
    expect(await titlesOf(owner, '?search=CREME%20sweet')).toEqual(['Pumpkin pie'])
    expect(await titlesOf(owner, '?search=bread%20winter')).toEqual(['Winter bread'])
    expect(await titlesOf(owner, '?search=winter%20five')).toEqual([])
    expect(await titlesOf(owner, `?search=%23${october.taskId}`)).toEqual(['Pumpkin pie'])
    const found = (await get(admin, '/admin/posts?search=creme%20sweet&month=2026-10')).json()
    expect(found.map(({ title }: PostedTask) => title)).toEqual(['Pumpkin pie'])
    for (const query of ['month=2026-13', 'month=0000-01', 'platform=platform_y', 'limit=51', 'cursor=WyIyMDI2LTk5LTk5IiwiYSIsMV0'])
      expect((await get(owner, `/posts?${query}`)).statusCode, query).toBe(400)
  })

  test('has every post once, also if tasks are posted between two pages', async () => {
    const owner = await reviewer(service)
    for (const n of [1, 2, 3]) await posted(owner, { title: `Post ${n}`, postedAt: `2026-11-1${n}T12:00:00Z` })
    const titles: string[] = []
    for (let url: string | undefined = '/posts?limit=1'; url; ) {
      const page = await get(owner, url)
      titles.push(...page.json().map(({ title }: PostedTask) => title))
      url = /^<(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
      if (titles.length === 1) await posted(owner, { title: 'Posted meanwhile', postedAt: '2026-11-20T12:00:00Z' })
    }
    expect(titles).toEqual(['Post 3', 'Post 2', 'Post 1'])
    expect(await titlesOf(owner)).toEqual(['Posted meanwhile', 'Post 3', 'Post 2', 'Post 1'])
  })

  test('no longer has a post whose launch was undone, and shows a corrected time and link', async () => {
    const owner = await reviewer(service)
    const [wrong, moved] = [await posted(owner, { title: 'Wrong' }), await posted(owner, { title: 'Moved' })]
    const correct = {
      method: 'POST',
      url: `/admin/undo-launch/${wrong._id}`,
      payload: { reason: 'A typo' },
      headers: admin.headers,
    } as const
    expect((await service.app.inject(correct)).statusCode).toBe(200)
    const postLinks = { platform_insta: 'https://www.instagram.com/p/2/' }
    await service.app.inject({
      method: 'PUT',
      url: `/admin/post-links/${moved._id}`,
      payload: { postedAt: '2026-10-14T12:00:00Z', postLinks },
      headers: { ...admin.headers, 'if-match': `"${moved.version}"` },
    })
    expect(await listOf(owner)).toMatchObject([{ title: 'Moved', postedOn: '2026-10-14', postLinks }])
  })
})

describe('the CSV file', () => {
  test('has a line for each post of the filter, in the time of the company, and escapes formulas', async () => {
    const owner = await reviewer(service)
    const caption = '=HYPERLINK("https://evil.example")\nToday'
    const post = await posted(owner, { title: '@SUM(A1)', caption, postedAt: '2026-10-14T13:05:00Z', platforms: { platform_fb: 'true' } })
    await posted(owner, { title: 'In November' })
    const { headers, body } = await get(owner, '/posts/posts.csv?month=2026-10')
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="posts-2026-10.csv"',
    })
    const [names, ...lines] = body.split('\r\n')
    expect(names).toBe(
      '\uFEFFPosted,Time zone,Company,Task,Title,Platforms,Caption,Files,X link,Facebook link,Instagram link,LinkedIn link,YouTube link,' +
        'Mail link,Approved by,Approved through,Approved at (UTC),Accepted by an admin',
    )
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^2026-10-14 09:05,America/New_York,Palm Bakery,${post.taskId},'@SUM\\(A1\\),"Facebook, Instagram",` +
            `"'=HYPERLINK\\(""https://evil.example""\\)\nToday",1,,,,,,,maria@harborpine.example,portal,[-0-9T:.]+Z,$`,
        ),
      ),
      '',
    ])
    const all = (await get(admin, `/admin/posts/posts.csv?companyProfileId=${owner.company._id}`)).body
    expect(all.split('\r\n')).toHaveLength(4)
  })

  /** Adds posts, one for each second. */
  async function addPosts(count: number): Promise<Reviewer> {
    const owner = await reviewer(service)
    await addTaskRows(service.db, owner.company._id, { title: 'Many', status: 'Posted', count })
    await sql`
      update task set posted_at = timestamptz '2026-10-01T12:00Z' + task_id * interval '1 second', posted_on = '2026-10-01'
      where company_id = ${owner.company._id}`.execute(service.db)
    return owner
  }

  test('has every post once, also if it is read in several pages; a search finds an older post of another company', async () => {
    await posted(await reviewer(service), { title: 'Quince jelly', postedAt: '2026-09-25T12:00:00Z' })
    const count = 5_001
    const { body } = await get(await addPosts(count), '/posts/posts.csv')
    expect(new Set(body.trimEnd().split('\r\n').slice(1)).size).toBe(count)
    expect((await get(admin, '/admin/posts?search=quince')).json()).toMatchObject([{ title: 'Quince jelly' }])
  })

  test('holds a limited number of posts', { tags: 'nightly' }, async () => {
    const owner = await addPosts(POSTS_EXPORTED_MAX + 1)
    const { statusCode, body } = await get(owner, '/posts/posts.csv')
    expect(statusCode).toBe(422)
    expect(JSON.parse(body).message).toBe('A file holds up to 20,000 posts. Choose a month, a platform or a search.')
    await sql`delete from task where id = (select id from task where company_id = ${owner.company._id} limit 1)`.execute(service.db)
    const lines = (await get(owner, '/posts/posts.csv')).body.trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(POSTS_EXPORTED_MAX)
  })
})

describe('the ZIP file', () => {
  test('has the files of each post in their order, with distinct names that begin with the date', async () => {
    const owner = await reviewer(service)
    const [one, other] = [png(), jpeg()]
    const platforms = { platform_fb: 'true' }
    await posted(owner, {
      title: 'Wintér bread: 20 % off!',
      files: { file1: one, file2: other },
      postedAt: '2026-10-14T12:00:00Z',
      platforms,
    })
    await posted(owner, { title: 'Winter bread, 20 off', postedAt: '2026-10-14T11:00:00Z', platforms })
    await posted(owner, { title: '🍞', postedAt: '2026-11-02T12:00:00Z' })
    const { headers, rawPayload } = await get(owner, '/posts/files.zip')
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="posts.zip"',
      'cache-control': 'no-store',
    })
    const entries = entriesOf(rawPayload)
    const names = [
      '2026-11-02 instagram post 01.png',
      '2026-10-14 facebook-instagram winter-bread-20-off 01.png',
      '2026-10-14 facebook-instagram winter-bread-20-off 02.jpg',
      '2026-10-14 facebook-instagram winter-bread-20-off (2) 01.png',
    ]
    expect(entries.map(({ name }) => name)).toEqual(names)
    expect(entries[1]?.content).toEqual(Buffer.from(one))
    const ofAll = await get(admin, '/admin/posts/files.zip?month=2026-10&search=winter%20bread')
    expect(entriesOf(ofAll.rawPayload).map(({ name }) => name)).toEqual(expect.arrayContaining([`palm-bakery/${names[1]}`]))
  })

  test('holds a limited number of files and bytes', async () => {
    const owner = await reviewer(service)
    const { _id } = await posted(owner)
    const messageAfter = async (files: number, bytes: number) => {
      const previewId = crypto.randomUUID()
      await sql`
        insert into preview (id, task_id, number, state, created_by)
        values (${previewId}, ${_id}, (select max(number) + 1 from preview where task_id = ${_id}), 'delivered', ${admin.id})`.execute(
        service.db,
      )
      await sql`
        insert into preview_file (preview_id, position, key, kind, media_type, bytes, sha256)
        select ${previewId}, n, 'public/a.png', 'image', 'image/png', ${bytes}::bigint, repeat('0', 64)
        from generate_series(1, ${files}::integer) as n`.execute(service.db)
      await sql`
        update task set approved_preview_number = (select number from preview where id = ${previewId}) where id = ${_id}`.execute(
        service.db,
      )
      const response = await get(owner, '/posts/files.zip')
      expect(response.statusCode).toBe(422)
      return response.json().message
    }
    expect(await messageAfter(1_001, 1)).toBe('A ZIP file holds up to 1,000 files. Choose a month, a platform or a search.')
    expect(await messageAfter(2, 1_001 * 1024 ** 2)).toBe('A ZIP file holds up to 2,000 MB. Choose a month, a platform or a search.')
  })
})
