import { brand } from '@app/contracts/brand.ts'
import { listNotes, type TaskNote } from '@app/contracts/http/notes.ts'
import { getTask } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../testing/api.ts'
import { boardOf } from '../testing/board.ts'
import { company, ownerWith, taskOf } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open.tsx'
import { atEachWidth } from '../testing/widths.ts'
// The bundles are loaded before the tests, so that the loading does not count towards the timeout of a test.
import '../features/admin/AdminDashboardPage.tsx'
import '../features/admin/tabs/TaskGridTab.tsx'
import '../features/admin/task/TaskPanel.tsx'
import '../features/digital-content/components/TaskDetail.tsx'
import { fireTasksUpdated } from '../domain/task/tasks-updated.ts'

const OWNER = 'ann@bakery.example'
const LONG = 'https://bakery.example/'.padEnd(400, 'a')

const noteOf = (number: number, changes: Partial<TaskNote> = {}): TaskNote => ({
  _id: `note-${number}`,
  previewNo: 1,
  source: 'email',
  authorSide: 'client',
  isUnread: false,
  author: OWNER,
  isFromRecipient: true,
  isAutomatic: false,
  hasAttachments: false,
  text: `Reply ${number}`,
  createdAt: '2026-12-02T12:00:00.000Z',
  ...changes,
})

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
  const texts = textsOf()
  expect(texts[0]).toMatch(/^You · Version 1 · .*Please use the warmer photo\..*This email had attachments. We don’t keep files/s)
  expect(texts[1]).toMatch(/^From another address: eve@elsewhere\.example · .*<b>Hello<\/b>$/)
  expect(texts[2]).toMatch(/^Automatic reply from your mailbox · .*We are away until Monday\.$/)
  expect(texts[3]).toMatch(/^From another address: an unknown address · .*This email had no text\.$/)
})

it.each([
  ['owner', [brand.name, 'You', 'You']],
  ['admin', ['Your team', 'The company', OWNER]],
] as const)('an %s sees messages of both sides among the replies', async (caller, authors) => {
  const message = { source: 'portal', author: null, isFromRecipient: true, previewNo: null } as const
  const notes = [noteOf(3, { ...message, authorSide: 'agency' }), noteOf(2, message), noteOf(1)]
  const task = taskOf()
  if (caller === 'owner') ownerWith(task)
  else {
    signInAs.admin()
    boardOf({ company, tasks: [task] })
  }
  answer(listNotes, () => reply(listNotes, notes))
  await openApp(caller === 'owner' ? '/management?show=task-5' : '/admin/dashboard?tab=pending&task=5')
  const messages = panel.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  await expect.element(messages).toHaveLength(3)
  const texts = messages.elements().map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
  expect(texts.map((text) => text.split(' · ')[0])).toEqual(authors)
  expect(texts.map((text) => text.includes('Version'))).toEqual([false, false, true])
})

it('a task without replies has no such section; a new reply appears while the panel is open', async () => {
  const notes: TaskNote[] = []
  ownerWith(taskOf())
  answer(listNotes, () => reply(listNotes, notes))
  answer(getTask, () => reply(getTask, taskOf()))
  await openApp('/management?show=task-5')
  await expect.element(panel.getByRole('button', { name: 'Approve' })).toBeVisible()
  await expect.element(replies).not.toBeInTheDocument()
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
  await replies.getByRole('button', { name: 'Show more' }).click()
  await expect.element(items).toHaveLength(6)
  await expect.element(replies.getByRole('button')).not.toBeInTheDocument()
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
  expect(textsOf()[0]).toMatch(new RegExp(`^${OWNER} · Version 1`))
  await atEachWidth(() => {
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
    expect(phone.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  })
})
