import type { Collector } from '@app/chassis/testing/collector.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { withConnection } from '../../backup/database/connect.ts'
import { readAddresses } from '../../local/addresses.ts'
import {
  assignTask,
  clientOf,
  confirmEmail,
  createCompany,
  mailTo,
  must,
  reviewTokenIn,
  signInAdmin,
  signUpOwner,
} from '../support/client.ts'
import type { RunningProduct } from '../support/product.ts'

const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' }

/** Returns the names of all tables that contain a text in any row. */
async function tablesWith(product: RunningProduct, text: string): Promise<string[]> {
  const { databaseUrl } = await readAddresses(product.dataDir)
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    for (const { name } of rows) {
      const { rowCount } = await client.query(`select from ${name} as one where strpos(one::text, $1) > 0 limit 1`, [text])
      if (rowCount) found.push(name)
    }
    return found
  })
}

/** Tests of review links in a running product. The product must log at level `debug` and send its traces to the collector. */
export function reviewLinks(running: () => { product: RunningProduct; collector: Collector }): void {
  it('an owner decides from the email, and the token is in no log line, trace, event or table', async () => {
    const { product, collector } = running()
    const send = clientOf(product.url, PHONE)
    const owner = await signUpOwner(send)
    await confirmEmail(send, product.inboxUrl, owner.email)
    const company = await createCompany(send, owner.token)
    const task = await assignTask(send, owner.token, company._id)
    const admin = await signInAdmin(send)
    await must(send('POST', `/admin/upload-task-image/${task._id}`, { token: admin, files: { image: png() } }))
    const { text, html } = await mailTo(product.inboxUrl, owner.email, /^Ready for your review/, 30_000)
    // The inbox shows attached pictures as data URLs.
    expect(html).toContain('<img src="data:image/jpeg;base64,')
    const token = reviewTokenIn(text)
    const statusOf = async () => (await must(send<Task>('GET', `/task/${task._id}`, { token: owner.token }))).currentStatus

    const page = await fetch(`${product.url}/review/${token}`, { headers: { accept: 'text/html' } })
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await must(send<Review>('GET', `/review/${token}`))).toMatchObject({ state: 'open', preview: { number: 1 } })
    expect(await statusOf()).toBe('Pending')

    // The email was sent less than ten seconds ago, so the approval must be confirmed.
    const interaction = { pointerOrKey: true, heldMs: 900, automated: false }
    const approved = await must(send<Review>('POST', `/review/${token}/approve`, { json: { previewNo: 1, interaction } }))
    expect(approved).toMatchObject({ state: 'decided', decision: { kind: 'approve', isUnconfirmed: true } })
    expect(await statusOf()).toBe('Approved')
    const receipt = await mailTo(product.inboxUrl, owner.email, /^Please confirm the approval/)
    expect(reviewTokenIn(receipt.text)).toBe(token)
    const [, code = ''] = /^\s*(\d{6})\s*$/m.exec(receipt.text) ?? []
    const confirmed = await must(send<Review>('POST', `/review/${token}/confirm`, { json: { code } }))
    expect(confirmed).toMatchObject({ decision: { isUnconfirmed: false } })
    await must(send('POST', `/review/${token}/undo`, { json: { previewNo: 1, reason: 'Wrong price' } }))
    await must(
      send('POST', `/review/${token}/refer-back`, { fields: { previewNo: '1', feedback: 'Warmer' }, files: { clientSuggestImage: png() } }),
    )
    expect(await statusOf()).toBe('Roll Back')
    expect((await send('POST', `/review/${token}/resend`)).status).toBe(410)
    expect((await send('POST', `/review/${token}x/approve`, { json: { previewNo: 1 } })).status).toBe(404)
    await send('POST', '/web-errors', {
      json: { kind: 'error', message: `at ${product.url}/review/${token}`, release: '', route: `/review/${token}` },
    })

    await mailTo(product.inboxUrl, owner.email, /^Referred back through your link/)
    await expect.poll(() => collector.spans.some(({ name }) => name.includes('/web-errors'))).toBe(true)
    await expect.poll(() => tablesWith(product, token)).toEqual([])
    expect(product.output()).toContain('/review/:token')
    expect(product.output()).not.toContain(token)
    expect(JSON.stringify(collector.spans)).not.toContain(token)
  })

  it('an admin reminds the owner, whose link in the reminder works, and the owner postpones further reminders', async () => {
    const { product } = running()
    const send = clientOf(product.url, PHONE)
    const owner = await signUpOwner(send)
    await confirmEmail(send, product.inboxUrl, owner.email)
    const company = await createCompany(send, owner.token)
    const task = await assignTask(send, owner.token, company._id)
    const admin = await signInAdmin(send)
    await must(send('POST', `/admin/upload-task-image/${task._id}`, { token: admin, files: { image: png() } }))
    const { text } = await mailTo(product.inboxUrl, owner.email, /^Ready for your review/)
    const remind = () => send<Task>('POST', `/admin/tasks/${task._id}/remind`, { token: admin })
    const { remindedAt } = await must(remind())
    expect(Date.parse(remindedAt ?? '')).toBeGreaterThan(Date.parse(task.createdAt))
    expect((await remind()).status).toBe(409)
    expect((await send('POST', `/admin/tasks/${task._id}/remind`, { token: owner.token })).status).toBe(403)

    const reminder = await mailTo(product.inboxUrl, owner.email, /^Waiting for your review/)
    const token = reviewTokenIn(reminder.text)
    expect(token).toBe(reviewTokenIn(text))
    const review = await must(send<Review>('GET', `/review/${token}`))
    const until = review.snooze?.days[0] ?? ''
    const snoozed = await must(send<Review>('POST', `/review/${token}/snooze`, { json: { until } }))
    expect(snoozed).toMatchObject({ state: 'open', snooze: { until } })
    // The event about the sent reminder arrives later than the response to the admin.
    const reminded = async () => (await must(send<Task>('GET', `/task/${task._id}`, { token: owner.token }))).remindedAt ?? ''
    await expect.poll(async () => Date.parse(await reminded()) > Date.parse(remindedAt ?? '')).toBe(true)
  })
}
