import { listNotes, markNotesSeen, type TaskNote, writeNote } from '@app/contracts/http/notes.ts'
import { listPhotos } from '@app/contracts/http/photos.ts'
import { MESSAGE_REQUIRED } from '@app/contracts/rules/notes.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply, type Sent } from '../testing/api.ts'
import { boardOf } from '../testing/board.ts'
import { company, ownerWith, photoOf, taskOf } from '../testing/fixtures.ts'
import { openApp, signInAs, tokenOf } from '../testing/open.tsx'
import { messageOf, replyOf } from '../testing/task-notes.ts'
import { atEachWidth } from '../testing/widths.ts'
import '../domain/task/WriteMessage.tsx'
import '../features/admin/AdminDashboardPage.tsx'
import '../features/admin/tabs/TaskGridTab.tsx'
import '../features/admin/task/TaskPanel.tsx'

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const messages = panel.getByRole('region', { name: 'Messages' })
const items = messages.getByRole('listitem')
const write = messages.getByRole('button', { name: 'Write a message' })
const text = messages.getByRole('textbox')
const send = messages.getByRole('button', { name: 'Send message' })

const textsOf = () => items.elements().map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
const bodyOf = ({ body }: Sent) => JSON.parse(String(body))

/** The array is read at each request. `written` contains the requests with new messages. */
function notesOf(...notes: TaskNote[]) {
  ownerWith(taskOf())
  answer(listNotes, () => reply(listNotes, notes))
  const seen = answer(markNotesSeen, () => reply(markNotesSeen, { success: true }))
  const written = answer(writeNote, (sent) => {
    notes.unshift(messageOf(9, { authorSide: 'client', text: bodyOf(sent).text }))
    return reply(writeNote, notes[0] as TaskNote)
  })
  return { seen, written }
}

async function openAsOwner() {
  signInAs.owner(tokenOf('ann'))
  return openApp('/management?show=task-5')
}

it('an owner reads the messages in order, and answers; the text is kept until it is sent', async () => {
  const { seen, written } = notesOf(messageOf(3, { text: 'Which photo?', isUnread: true }), replyOf(2), messageOf(1, { previewNo: null }))
  const app = await openAsOwner()
  await expect.element(items).toHaveLength(3)
  const [first, second, third] = textsOf()
  expect(first).toMatch(/^Palmetto Works · \D.*Message 1$/)
  expect(second).toMatch(/^You · Version 1 · .* · by email.*Reply 2$/)
  expect(third).toMatch(/^Palmetto Works · Version 1 · .*New.*Which photo\?$/)
  await expect.poll(() => seen.map(bodyOf)).toEqual([{ noteId: 'note-3' }])
  await expect.element(items.last().getByText('New', { exact: true })).toBeVisible()

  await write.click()
  await expect.element(text).toHaveFocus()
  await send.click()
  await expect.element(text).toHaveAccessibleDescription(new RegExp(MESSAGE_REQUIRED))
  await text.fill(' The second one ')
  await app.unmount()
  await openApp('/management?show=task-5')
  await expect.element(text).toHaveValue(' The second one ')
  answer(writeNote, () => refusal(422, 'Too long.', { errors: [{ field: 'text', message: 'Too long.' }] }))
  await send.click()
  await expect.element(text).toHaveAccessibleDescription(/Too long\./)
  answer(writeNote, (sent) => {
    written.push(sent)
    return reply(writeNote, messageOf(9, { authorSide: 'client', text: bodyOf(sent).text }))
  })
  answer(listNotes, () => reply(listNotes, [messageOf(9, { authorSide: 'client', text: 'The second one' }), messageOf(3)]))
  await text.fill('The second one')
  await send.click()
  await expect.element(items.last().getByText('The second one')).toBeVisible()
  await expect.element(write).toHaveFocus()
  expect(textsOf().at(-1)).toMatch(/^You · /)
  expect(written.map(bodyOf)).toEqual([{ text: 'The second one' }])
})

it('a message that could not be sent stays in the form', async () => {
  notesOf()
  answer(writeNote, () => refusal(429, 'Too many messages. Please wait a moment.'))
  await openAsOwner()
  await write.click()
  await text.fill('Hello')
  await send.click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Too many messages.' })).toBeVisible()
  await expect.element(text).toHaveValue('Hello')
  await messages.getByRole('button', { name: 'Discard' }).click()
  await expect.element(write).toHaveFocus()
})

it('an admin reads who wrote, writes to the company, and sees the photos for the task', async () => {
  signInAs.admin(tokenOf('admin-1'))
  boardOf({ company, tasks: [taskOf()] })
  const { written } = notesOf(messageOf(2, { authorSide: 'client', text: 'Use the new oven', isUnread: true }), messageOf(1))
  const asked = answer(listPhotos, () => reply(listPhotos, [photoOf(1, { taskId: 5, note: 'The oven' })]))
  await openApp('/admin/dashboard?tab=pending&task=5')
  await expect.element(items).toHaveLength(2)
  expect(textsOf()[0]).toMatch(/^Palmetto Works · /)
  expect(textsOf()[1]).toMatch(/^Bakery · .*New.*Use the new oven$/)
  await write.click()
  await expect.element(messages.getByRole('textbox', { name: 'Message to Bakery' })).toBeVisible()
  await text.fill('Thank you')
  await send.click()
  await expect.poll(() => written.map(bodyOf)).toEqual([{ text: 'Thank you' }])
  const photos = panel.getByRole('region', { name: 'Photos for this task' })
  await expect.element(photos.getByText('The oven')).toBeVisible()
  expect(asked[0]?.address).toMatch(/companyProfileId=company-1&taskId=5/)
  await write.click()
  await atEachWidth(() => expect(send.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(40))
})
