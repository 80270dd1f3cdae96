import '../AdminDashboardPage.tsx'
import '../tabs/TaskGridTab.tsx'
import './DraftPreview.tsx'
import './TaskPanel.tsx'
import '../../../domain/preview-notes/NoteList.tsx'
import '../../../domain/preview-notes/PlacedNotes.tsx'
import { addPreviewNote, changePreviewNote, listPreviewNotes, type PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company, previewOf, taskOf } from '../../../testing/fixtures.ts'
import { sendToAdminStream } from '../../../testing/live.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'
import { noteOf } from '../../../testing/preview-notes.ts'
import { draftOf } from '../../../testing/previews.ts'

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const section = panel.getByRole('region', { name: 'Notes', exact: true })
const text = panel.getByRole('textbox', { name: 'Your note' })
const client = { kind: 'owner', name: 'ann@bakery.example', isYou: false } as const
const bodyOf = ({ body }: { body: unknown }) => JSON.parse(String(body))

/** Opens the task as an admin. The returned array of notes is read at each request. */
async function openPanel(notes: PreviewNote[], previews: Preview[] = [previewOf()]): Promise<PreviewNote[]> {
  signInAs.admin()
  boardOf({ company, tasks: [taskOf({ currentStatus: 'Roll Back' })] })
  answer(listPreviews, () => reply(listPreviews, previews))
  answer(listPreviewNotes, () => reply(listPreviewNotes, notes))
  await openApp('/admin/dashboard?tab=refer-back&task=5')
  await expect.element(panel).toBeVisible()
  return notes
}

it('the current version is shown with its notes above the form, and an admin resolves one', async () => {
  const notes = await openPanel([noteOf({ author: client }), noteOf({ number: 2, author: client })])
  await expect.element(panel.getByText('2 open notes')).toBeVisible()
  const chooser = panel.getByLabelText(/Upload Task Image/).element()
  for (const part of [
    section,
    panel.getByRole('button', { name: /^Note 1, open/ }),
    panel.getByRole('img', { name: 'Task image of Winter bread' }),
  ])
    await expect.poll(() => part.element().compareDocumentPosition(chooser) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(panel.getByRole('img', { name: /Winter bread|^Version/ }).elements()).toHaveLength(1)
  await expect.element(section.getByText(/ann@bakery\.example/).first()).toBeVisible()
  const sent = answer(changePreviewNote, () => {
    notes[0] = noteOf({ author: client, state: 'resolved', version: 2 })
    return reply(changePreviewNote, notes[0])
  })
  await section.getByRole('button', { name: 'Mark as done' }).first().click()
  await expect.element(panel.getByText('1 open note', { exact: true })).toBeVisible()
  await expect.element(section.getByRole('heading', { name: 'Notes', exact: true })).toHaveFocus()
  expect(sent.map(bodyOf)).toEqual([{ state: 'resolved', version: 1 }])
  await section.getByRole('button', { name: 'All (2)' }).click()
  await expect.element(section.getByText('Waiting for the company')).toBeVisible()
})

it('the notes on the shown version have a visible title if there are also notes on earlier versions', async () => {
  const previews = [previewOf({ number: 2 }), previewOf({ number: 1, isCurrent: false })]
  const onCurrent = noteOf({ author: client, previewNo: 2, previewId: 'preview-2' })
  const notes = await openPanel([noteOf({ author: client }), onCurrent], previews)
  const title = section.getByRole('heading', { name: 'On this version' })
  await expect.element(title).not.toHaveClass('visually-hidden')
  notes[0] = noteOf({ author: client, state: 'accepted', version: 2 })
  sendToAdminStream({ type: 'tasks.preview-note-changed.v1', companyProfileId: company._id, taskId: 5 })
  await expect.element(title).toHaveClass('visually-hidden')
})

it('in a section without a title, the focus stays in the panel when the focused button disappears', async () => {
  const previews = [previewOf({ number: 2 }), previewOf({ number: 1, isCurrent: false })]
  const ofVersion1 = [noteOf({ author: client }), noteOf({ author: client, number: 2 })]
  const notes = await openPanel([...ofVersion1, noteOf({ author: client, previewNo: 2, previewId: 'preview-2' })], previews)
  const group = section.getByRole('region', { name: 'Open on earlier versions' })
  const replyTo = group.getByRole('button', { name: 'Reply' }).first()
  await expect.element(replyTo).toBeVisible()
  ;(replyTo.element() as HTMLElement).focus()
  notes[0] = noteOf({ author: client, state: 'accepted', version: 2 })
  sendToAdminStream({ type: 'tasks.preview-note-changed.v1', companyProfileId: company._id, taskId: 5 })
  await expect.element(group.getByText('Please change part 1')).not.toBeInTheDocument()
  await expect.element(section.getByRole('heading', { name: 'Notes', exact: true })).toHaveFocus()
})

it('a note of the team is marked, and only an admin can write it', async () => {
  const notes = await openPanel([noteOf({ author: client })])
  const sent = answer(addPreviewNote, (request) => {
    notes.push(noteOf({ ...bodyOf(request), _id: 'team' }))
    return reply(addPreviewNote, notes[1] ?? noteOf())
  })
  const add = panel.getByRole('button', { name: /^Add a note to/ })
  await expect.element(add).toBeVisible()
  ;(add.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByRole('button', { name: /^Place of the note/ })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await text.fill('Ask the printer first')
  await panel.getByRole('checkbox', { name: /^Team only/ }).click()
  await panel.getByRole('button', { name: 'Add note' }).click()
  await expect.element(panel.getByRole('button', { name: 'T1: Team note 1, open: Ask the printer first' })).toHaveFocus()
  await expect.element(section.getByText('Team only', { exact: true })).toBeVisible()
  expect(sent.map(bodyOf).map(({ visibility }) => visibility)).toEqual(['team'])
})

it('a draft can have only team notes', async () => {
  await openPanel([], [draftOf(), previewOf()])
  const card = panel.getByRole('region', { name: 'Next version' })
  await card.getByRole('button', { name: 'Note on the whole preview' }).click()
  const choice = card.getByRole('checkbox', { name: /^Team only/ })
  await expect.element(choice).toBeChecked()
  await expect.element(choice).toBeDisabled()
})

it('a note of the client appears without a reload', async () => {
  const notes = await openPanel([noteOf({ author: client })])
  await expect.element(section.getByText('Please change part 1')).toBeVisible()
  notes.push(noteOf({ number: 2, author: client }))
  sendToAdminStream({ type: 'tasks.preview-note-changed.v1', companyProfileId: company._id, taskId: 5 })
  await expect.element(section.getByText('Please change part 2')).toBeVisible()
})
