import { png } from '@app/chassis/testing/pictures.ts'
import { composeTaskMail } from '@app/contracts/http/mail-content.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { colleagueSteps } from '../colleagues/colleague-steps.ts'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { completeFiles, deliver, INTERNAL_MAIL_KEY, move, NOON, previewsOf, setUp, taskIn, upload } from '../setup.ts'
import { composing, toAdmin, toColleague, toOwner } from './composing.ts'

const DAY_MS = 86_400_000
const LOGO = 'public/company/0192f3a0-0000-7000-8000-000000000001.png'

let service: Awaited<ReturnType<typeof setUp>>
let ask: ReturnType<typeof composing>
let link: ReturnType<typeof reviewing>
let people: ReturnType<typeof colleagueSteps>
let owner: Reviewer
let now = NOON
beforeAll(async () => {
  service = await setUp({ now: () => now })
  ask = composing(service)
  link = reviewing(service)
  people = colleagueSteps(service)
})
beforeEach(async () => {
  now = NOON
  owner = await reviewer(service)
})
afterAll(() => service.stop())

const previewOf = async (task: Pick<Task, '_id'>): Promise<Preview> => {
  const [newest] = await previewsOf(service.app, owner, task._id)
  if (!newest) throw new Error('The task has no preview')
  return newest
}
/** Makes the emails about all previews complete. */
const complete = () => sql`update preview_file set needs_copies = false`.execute(service.db)

/** Delivers the preview of a task, and returns the id of the preview. */
async function delivered(): Promise<{ task: Task; token: string; about: string }> {
  const linked = await link.linked(owner)
  await complete()
  return { ...linked, about: (await previewOf(linked.task))._id }
}
const mailTo = (recipient: Parameters<typeof ask.mail>[2], about: string) => ask.mail('preview-ready', about, recipient)
const statusFor = (recipient: Parameters<typeof ask.mail>[2], about: string) => ask.status('preview-ready', about, recipient)
const setReviewLinks = (reviewLinks: boolean) =>
  service.app.inject({
    method: 'PUT',
    url: `/task/review-settings/${owner.company._id}`,
    payload: { reviewLinks, codeForNewBrowser: false },
    headers: owner.headers,
  })

describe('the email to the owner', () => {
  test('shows the preview with the logo, and has the owner’s review link', async () => {
    await sql`
      update company set profile = jsonb_set(profile, '{logo}', ${JSON.stringify(`/files/${LOGO}`)}::jsonb)
      where id = ${owner.company._id}`.execute(service.db)
    const task = await taskIn(service.app, owner, 'Pending')
    await upload(service.app, task._id, { file1: png() }, { caption: 'Fresh bread' })
    await completeFiles({ db: service.db, store: service.store, log: service.deps.log })
    const preview = await previewOf(task)
    const token = await link.tokenOf(task)
    const mail = await mailTo(toOwner(owner), preview._id)
    const thumbnail = service.store.keyOf(preview.files[0]?.thumbnail ?? '')
    expect(mail).toMatchObject({
      subject: 'Ready for your review: Pending',
      threadId: task._id,
      returnId: service.deps.reviewKeys.linkIdOf(token),
      takesReplies: true,
      isTracked: true,
      parts: [
        { kind: 'picture', key: thumbnail, fileName: 'file-1.jpg' },
        { kind: 'picture', key: LOGO, fileName: 'logo' },
      ],
    })
    for (const words of ['Palm Bakery', 'Fresh bread', 'Version 1 · posts Mon, Nov 23, 2026', 'Picture']) expect(mail.text).toContain(words)
    expect(mail.text).toContain(`Approve…, or Refer back…:\nhttps://portal.example/review/${token}\n`)
    expect(mail.html).toContain('width="1" height="1"')
    expect(mail.text).not.toContain('stop these emails')
    for (const absent of ['to', 'unsubscribeUrl', 'isAnswer']) expect(mail).not.toHaveProperty(absent)
  })

  test('says what changed since the previous preview', async () => {
    const task = await taskIn(service.app, owner, 'Pending')
    const file1 = png()
    await upload(service.app, task._id, { file1 }, { caption: 'Fresh bread' })
    await move(service.app, owner, task._id, { currentStatus: 'Roll Back' })
    await upload(service.app, task._id, { file1 }, { caption: 'Warm bread' })
    await complete()
    const { text } = await mailTo(toOwner(owner), (await previewOf(task))._id)
    expect(text).toContain('Version 2')
    expect(text).toContain('Changed since version 1: the caption was changed.')
  })

  test('contains neither text of the owner nor a review link if the address is unconfirmed', async () => {
    owner = await reviewer(service, { isConfirmed: false })
    const task = await taskIn(service.app, owner, 'Previewed')
    await complete()
    const mail = await mailTo(toOwner(owner), (await previewOf(task))._id)
    expect(mail).toMatchObject({ subject: `Ready for your review: task #${task.taskId}`, parts: [], threadId: task._id })
    expect(mail.text).toContain(`:\nhttps://portal.example/management?show=task-${task.taskId}\n`)
    expect(mail.text + mail.html).not.toMatch(/Previewed|Bakery|<img/)
    expect(mail).not.toHaveProperty('returnId')
  })

  test('is not compressed on its way to `notifications`', async () => {
    const { about } = await delivered()
    const response = await service.app.inject({
      method: composeTaskMail.method,
      url: composeTaskMail.url,
      headers: { authorization: `Key ${INTERNAL_MAIL_KEY}`, 'accept-encoding': 'gzip, br' },
      payload: { topic: 'preview-ready', about, recipient: toOwner(owner) },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers).not.toHaveProperty('content-encoding')
  })

  test('has the newest link', async () => {
    const { task, token, about } = await delivered()
    const id = '0fffffff-0000-7000-8000-000000000001'
    await sql`
      insert into review_link (id, task_id, preview_number, recipient_kind, recipient_id, email, expires_at)
      select ${id}, task_id, preview_number, recipient_kind, recipient_id, email, expires_at from review_link
      where id = ${service.deps.reviewKeys.linkIdOf(token)}`.execute(service.db)
    const mail = await mailTo(toOwner(owner), about)
    expect(mail.returnId).toBe(id)
    expect(mail.text).toContain(`/review/${service.deps.reviewKeys.tokenOf(id)}\n`)
    await sql`update review_link set revoked_at = now() where id = ${id}`.execute(service.db)
    expect((await mailTo(toOwner(owner), about)).text).toContain(`/review/${token}\n`)
    expect((await mailTo(toOwner(owner), about)).threadId).toBe(task._id)
  })

  test.each<[string, (task: Task) => unknown]>([
    ['is revoked', ({ _id }) => sql`update review_link set revoked_at = now() where task_id = ${_id}`.execute(service.db)],
    ['has expired', () => (now = new Date(NOON.getTime() + 30 * DAY_MS))],
    ['belongs to a company without review links', () => setReviewLinks(false)],
  ])('opens the portal if the link %s', async (_state, end) => {
    const { task, about } = await delivered()
    await end(task)
    const mail = await mailTo(toOwner(owner), about)
    expect(mail.text).toContain(`:\nhttps://portal.example/management?show=task-${task.taskId}\n`)
    expect(mail.text).toContain('Palm Bakery')
    for (const absent of ['returnId', 'takesReplies', 'isTracked']) expect(mail).not.toHaveProperty(absent)
  })
})

describe('the email to a colleague', () => {
  test('has the colleague’s own link, and a link with which the colleague leaves', async () => {
    await taskIn(service.app, owner, 'Previewed')
    const ana = await people.colleagueOf(owner)
    const { task, tokenFor } = await people.delivered(owner)
    await complete()
    const { _id: about } = await previewOf(task)
    const mail = await mailTo(toColleague(ana), about)
    const invitation = people.tokenOf(ana)
    expect(mail).toMatchObject({
      to: ana.email,
      subject: 'Ready for your review: Previewed',
      threadId: task._id,
      returnId: service.deps.reviewKeys.linkIdOf(tokenFor(ana)),
      takesReplies: true,
      isTracked: true,
      unsubscribeUrl: `https://portal.example/api/review/invitation/${invitation}/leave`,
    })
    expect(mail.text).toContain(`/review/${tokenFor(ana)}\n`)
    expect(mail.text).toContain(`Leave: stop these emails:\nhttps://portal.example/review/invitation/${invitation}\n`)
    await people.change(owner, ana, 'look')
    expect((await mailTo(toColleague(ana), about)).subject).toBe('New preview: Previewed')
  })

  test('is obsolete without a usable link, and for a colleague who left, bounced or belongs to another company', async () => {
    await taskIn(service.app, owner, 'Previewed')
    const [ana, ben, eve] = [await people.colleagueOf(owner), await people.colleagueOf(owner), await people.colleagueOf(owner)]
    const { task } = await people.delivered(owner)
    await complete()
    const { _id: about } = await previewOf(task)
    for (const colleague of [ana, ben, eve]) expect(await statusFor(toColleague(colleague), about)).toBe(200)
    await sql`update review_link set revoked_at = now() where recipient_id = ${ana._id}`.execute(service.db)
    await people.leave(people.tokenOf(ben))
    await sql`update colleague set bounced_at = now() where id = ${eve._id}`.execute(service.db)
    for (const colleague of [ana, ben, eve]) expect(await statusFor(toColleague(colleague), about)).toBe(410)

    const stranger = await people.colleagueOf(await people.ownerWithPreview())
    expect(await statusFor(toColleague(stranger), about)).toBe(410)
  })
})

describe('the email is obsolete', () => {
  test('for other recipients', async () => {
    const { about } = await delivered()
    const other = await reviewer(service)
    for (const recipient of [toOwner(other), toAdmin, toColleague({ _id: owner.id })]) expect(await statusFor(recipient, about)).toBe(410)
  })

  test('after a decision, and again current after its withdrawal', async () => {
    const { task, about } = await delivered()
    await move(service.app, owner, task._id, { currentStatus: 'Approved' })
    expect(await statusFor(toOwner(owner), about)).toBe(410)
    await move(service.app, owner, task._id, { currentStatus: 'Pending' })
    expect(await statusFor(toOwner(owner), about)).toBe(200)
    await move(service.app, owner, task._id, { currentStatus: 'Roll Back' })
    expect(await statusFor(toOwner(owner), about)).toBe(410)
  })

  test('after a newer preview was delivered', async () => {
    const { task, about } = await delivered()
    await deliver(service.app, task._id)
    expect(await statusFor(toOwner(owner), about)).toBe(410)
  })

  test('for a draft', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const draft = (await upload(service.app, task._id, { file1: png() }, { deliver: 'false' })).json().preview
    expect(await statusFor(toOwner(owner), draft._id)).toBe(410)
  })
})

describe('thumbnails', () => {
  test('are awaited for a minute', async () => {
    const { task } = await link.linked(owner)
    const { _id: about } = await previewOf(task)
    const isOlderBy = (seconds: number) =>
      sql`update preview set delivered_at = now() - ${seconds} * interval '1 second' where id = ${about}`.execute(service.db)
    for (const [age, wait] of [
      [0, '1'],
      [4.5, '5'],
      [55, '10'],
    ] as const) {
      await isOlderBy(age)
      const response = await ask.request('preview-ready', about, toOwner(owner))
      expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([409, 'mail-incomplete', wait])
    }
    await isOlderBy(61)
    const mail = await mailTo(toOwner(owner), about)
    expect(mail.parts).toEqual([])
    expect(mail.html).toContain('>Picture</a>')
  })

  test('are not awaited for a picture that cannot be read', async () => {
    const { about } = await delivered()
    expect((await mailTo(toOwner(owner), about)).parts).toEqual([])
  })

  test('are not awaited by an email that is obsolete', async () => {
    const { task } = await link.linked(owner)
    const { _id: about } = await previewOf(task)
    await move(service.app, owner, task._id, { currentStatus: 'Approved' })
    expect(await statusFor(toOwner(owner), about)).toBe(410)
  })
})

describe('the email to an admin about findings', () => {
  /** Delivers a preview with a finding that is sure and another one. */
  async function found() {
    const preview = await delivered()
    await sql`
      insert into finding (id, preview_id, ordinal, kind, certainty, words, place, compared_with, message)
      select gen_random_uuid(), ${preview.about}, ordinal, 'phone', certainty, '', '{}', '', message
      from (values (1, 'sure', 'The phone number is wrong.'), (2, 'likely', 'Is it?')) as found (ordinal, certainty, message)`.execute(
      service.db,
    )
    return preview
  }
  const statusOf = ({ about }: { about: string }) => ask.status('preview-findings', about, toAdmin)

  test('lists those that are sure, and counts the others', async () => {
    const { task, about } = await found()
    const mail = await ask.mail('preview-findings', about, toAdmin)
    expect(mail).toMatchObject({ subject: '2 things to check in version 1 of “Previewed”', threadId: task._id })
    expect(mail.text).toContain(
      'Palm Bakery can already see this version.\n\nThe phone number is wrong.\n\nWe’re less sure about 1 more.\n',
    )
    expect(mail.text).toContain(`https://portal.example/admin/dashboard?task=${task.taskId}\n`)
    expect(await ask.status('preview-findings', about, toOwner(owner))).toBe(410)
  })

  test('is obsolete after a decision, after the next preview, and if no finding that is sure is open', async () => {
    const [decided, replaced, accepted] = [await found(), await found(), await found()]
    await move(service.app, owner, decided.task._id, { currentStatus: 'Approved' })
    await deliver(service.app, replaced.task._id)
    await sql`
      update finding set accepted_by = gen_random_uuid(), accepted_at = now()
      where preview_id = ${accepted.about} and certainty = 'sure'`.execute(service.db)
    for (const preview of [decided, replaced, accepted]) expect(await statusOf(preview)).toBe(410)
  })
})
