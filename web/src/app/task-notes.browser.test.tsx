import { listNotes, type TaskNote } from '@app/contracts/http/notes.ts'
import { getTask } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../testing/api.ts'
import { boardOf } from '../testing/board.ts'
import { company, ownerWith, taskOf } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open.tsx'
import { replyOf as noteOf, OWNER } from '../testing/task-notes.ts'
import { atEachWidth } from '../testing/widths.ts'
// The bundles are loaded before the tests, so that the loading does not count towards the timeout of a test.
import '../features/admin/AdminDashboardPage.tsx'
import '../features/admin/tabs/TaskGridTab.tsx'
import '../features/admin/task/TaskPanel.tsx'
import '../features/digital-content/components/TaskDetail.tsx'
import { fireTasksUpdated } from '../domain/task/tasks-updated.ts'

const LONG = 'https://bakery.example/'.padEnd(400, 'a')

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const replies = panel.getByRole('region', { name: 'Replies by email' })
const items = replies.getByRole('listitem')

const kinds = [
  noteOf(4, { text: `Please use the warmer photo.\n\n${LONG}`, hasAttachments: true }),
  noteOf(3, { isFromRecipient: false, author: 'eve@elsewhere.example', text: '<b>Hello</b>' }),
  noteOf(2, { isAutomatic: true, text: 'We are away until Monday.' }),
  noteOf(1, { isFromRecipient: false, author: null, text: '' }),
]

/** The texts of the notes, with ordinary spaces. */
const textsOf = () => items.elements().map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))

it.each(['Pending', 'Approved'] as const)('an owner sees the replies about a %s task', async (currentStatus) => {
  ownerWith(taskOf({ currentStatus }))
  answer(listNotes, () => reply(listNotes, kinds))
  await openApp('/management?show=task-5')
  await expect.element(items).toHaveLength(4)
  const texts = textsOf().reverse()
  expect(texts[0]).toMatch(/^You · Version 1 · .*Please use the warmer photo\..*This email had attachments. We don’t keep files/s)
  expect(texts[1]).toMatch(/^From another address: eve@elsewhere\.example · .*<b>Hello<\/b>$/)
  expect(texts[2]).toMatch(/^Automatic reply from your mailbox · .*We are away until Monday\.$/)
  expect(texts[3]).toMatch(/^From another address: an unknown address · .*This email had no text\.$/)
})

it('a task without replies only offers to write; a new reply appears while the panel is open', async () => {
  const notes: TaskNote[] = []
  ownerWith(taskOf())
  answer(listNotes, () => reply(listNotes, notes))
  answer(getTask, () => reply(getTask, taskOf()))
  await openApp('/management?show=task-5')
  const messages = panel.getByRole('region', { name: 'Messages' })
  await expect.element(messages.getByRole('button', { name: 'Write a message' })).toBeVisible()
  await expect.element(messages.getByRole('list')).not.toBeInTheDocument()
  notes.push(noteOf(1))
  fireTasksUpdated(5)
  await expect.element(items).toHaveLength(1)
})

it('the list is loaded in parts, and a failure can be repeated', { tags: 'nightly' }, async () => {
  ownerWith(taskOf())
  let isDown = true
  const sent = answer(listNotes, ({ address }) => {
    if (isDown) return refusal(503, 'Please try again.')
    if (address.includes('cursor')) return reply(listNotes, [noteOf(1)])
    return Response.json(
      [6, 5, 4, 3, 2].map((number) => noteOf(number)),
      { headers: { link: '</api/task/task-5/notes?cursor=x>; rel="next"' } },
    )
  })
  await openApp('/management?show=task-5')
  const retry = panel.getByRole('button', { name: 'Try again' })
  await expect.element(retry).toBeVisible()
  isDown = false
  await retry.click()
  await expect.element(items).toHaveLength(5)
  await replies.getByRole('button', { name: 'Show earlier' }).click()
  await expect.element(items).toHaveLength(6)
  expect(textsOf()[0]).toMatch(/Reply 1$/)
  await expect.element(replies.getByRole('button', { name: 'Show earlier' })).not.toBeInTheDocument()
  expect(sent.at(-1)?.address).toContain('cursor=x')
})

it('an admin sees the replies, and that an email bounced with the phone number of the company', async () => {
  signInAs.admin()
  boardOf({ company: { ...company, phone: '(803) 555-0142' }, tasks: [taskOf({ emailBounced: true })] })
  answer(listNotes, () => reply(listNotes, kinds))
  await openApp('/admin/dashboard?tab=pending')
  await expect.element(page.getByRole('article').getByText('Email bounced. Please call.')).toBeVisible()
  await page.getByRole('link', { name: 'Winter bread' }).click()
  await expect.element(panel.getByText(/bounced\. Please call\./)).toBeVisible()
  const phone = panel.getByRole('link', { name: '(803) 555-0142' })
  await expect.element(phone).toHaveAttribute('href', 'tel:8035550142')
  await expect.element(items).toHaveLength(4)
  expect(textsOf().at(-1)).toMatch(new RegExp(`^${OWNER} · Version 1`))
  await atEachWidth(() => {
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
    expect(phone.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  })
})
