import { clickNow } from '../../testing/click-now.ts'
import './DoneDialog.tsx'
import './NoteList.tsx'
import './PlacedNotes.tsx'
import './MomentNotes.tsx'
import './WholePreviewNote.tsx'
import '../preview/FullPicture.tsx'
import '../preview/PdfViewer.tsx'
import { addNoteReply, addPreviewNote, changePreviewNote, listPreviewNotes, type PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { addFeedback, updateTask } from '@app/contracts/http/tasks.ts'
import { expect, it, onTestFinished } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { ownerWith, picture, previewFileOf, previewOf, taskOf } from '../../testing/fixtures.ts'
import { openApp, signInAs, tokenOf } from '../../testing/open.tsx'
import { pdfOf } from '../../testing/pdf.ts'
import { noteOf } from '../../testing/preview-notes.ts'
import { fireTasksUpdated } from '../task/tasks-updated.ts'

const LABEL = 'Task Preview of Winter bread'
const panel = page.getByRole('dialog', { name: 'Winter bread' })
const section = panel.getByRole('region', { name: 'Notes', exact: true })
const form = page.getByRole('dialog', { name: 'New note' })
const text = page.getByRole('textbox', { name: 'Your note' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const pin = (name: RegExp) => page.getByRole('button', { name })
const cross = page.getByRole('button', { name: /^Place of the note/ })
const bodyOf = ({ body }: { body: unknown }) => JSON.parse(String(body))

const wideUrl = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="coral"/></svg>',
)}`
const wide = previewFileOf({ url: wideUrl, display: wideUrl, width: 400, height: 300 })

let app: Awaited<ReturnType<typeof openApp>>

interface Opened {
  notes?: PreviewNote[]
  previews?: Preview[]
}

/** Opens a task with a picture of 400 × 300 pixels as its owner. The returned array of notes is read at each request. */
async function openTask({ notes = [], previews = [previewOf({ files: [wide] })] }: Opened = {}): Promise<PreviewNote[]> {
  ownerWith(taskOf({ previewNo: previews[0]?.number ?? 1 }))
  signInAs.owner(tokenOf('owner-1'))
  answer(listPreviews, () => reply(listPreviews, previews))
  answer(listPreviewNotes, () => reply(listPreviewNotes, notes))
  app = await openApp('/management?show=task-5')
  await expect.element(panel.getByRole('img', { name: LABEL })).toBeVisible()
  return notes
}

/** Stores new notes as the server does. Returns the requests. */
const storeNotes = (notes: PreviewNote[]) =>
  answer(addPreviewNote, (sent) => {
    const note = noteOf({ ...bodyOf(sent), _id: `added-${notes.length}`, number: notes.length + 1, previewNo: 1 })
    notes.push(note)
    return reply(addPreviewNote, note)
  })

const pictureBox = () => panel.getByRole('img', { name: LABEL }).element().getBoundingClientRect()

/** Clicks a point of the picture, given as parts of its width and height. */
async function clickPicture(x: number, y: number): Promise<void> {
  const { width, height } = pictureBox()
  await panel.getByRole('img', { name: LABEL }).click({ position: { x: x * width, y: y * height }, force: true })
}

it('a click on the picture writes a note there, and its pin gets the focus', async () => {
  const sent = storeNotes(await openTask())
  await expect.element(section.getByText('Click or tap the picture where you want a change.')).toBeVisible()
  await clickPicture(0.25, 0.5)
  await expect.element(text).toHaveFocus()
  await button('Add note').click()
  await expect.element(form.getByText('Write a note')).toBeVisible()
  await text.fill('  The headline is too small. ')
  await button('Add note').click()
  await expect.element(pin(/^Note 1, open: The headline is too small\.$/)).toHaveFocus()
  expect(sent).toHaveLength(1)
  const { x, y, ...rest } = sent.map(bodyOf)[0]
  expect(rest).toEqual({
    previewId: 'preview-1',
    filePosition: 1,
    page: null,
    atMs: null,
    body: 'The headline is too small.',
    continues: null,
  })
  expect(Math.abs(x - 0.25)).toBeLessThan(0.01)
  expect(Math.abs(y - 0.5)).toBeLessThan(0.01)
  await expect.element(section.getByText('The headline is too small.')).toBeVisible()
})

it('another click moves the place of the note that is being written', { tags: 'nightly' }, async () => {
  const sent = storeNotes(await openTask())
  // The form is to the right of the first place.
  await clickPicture(0.6, 0.3)
  await text.fill('Here')
  await clickPicture(0.2, 0.8)
  await expect.element(text).toHaveValue('Here')
  await button('Add note').click()
  await expect.element(pin(/^Note 1, open/)).toBeVisible()
  expect(Math.abs(sent.map(bodyOf)[0].x - 0.2)).toBeLessThan(0.01)
})

it('the keyboard places a note with a cross that starts in the middle', async () => {
  const sent = storeNotes(await openTask())
  const add = button(`Add a note to ${LABEL}`)
  ;(add.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(cross).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(add).toHaveFocus()
  await expect.element(panel).toBeVisible()

  await userEvent.keyboard('{Enter}')
  await expect.element(cross).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowUp}{/Shift}')
  await expect.element(panel.getByText('52% from the left, 40% from the top')).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(text).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(add).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  await expect.element(cross).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expect.element(text).toHaveFocus()
  await text.fill('Logo')
  await button('Add note').click()
  await expect.element(pin(/^Note 1, open: Logo/)).toHaveFocus()
  const { x, y } = sent.map(bodyOf)[0]
  expect([x, y]).toEqual([0.49, 0.5])
})

it('the Tab key does not stop at the whole body of the panel after the body has got buttons', async () => {
  await openTask()
  await expect.element(button(`${LABEL}: open in full size`)).toBeVisible()
  ;(panel.getByRole('button', { name: 'Close', exact: true }).element() as HTMLElement).focus()
  await userEvent.tab()
  expect(document.activeElement?.contains(section.element())).toBe(false)
})

it('pins are in reading order, and open their notes', { tags: 'nightly' }, async () => {
  await openTask({ notes: [noteOf({ number: 1, y: 0.9 }), noteOf({ number: 2, y: 0.1 }), noteOf({ number: 3, state: 'accepted' })] })
  await expect.element(pin(/^Note 1, open/)).toBeVisible()
  const names = () => [...document.querySelectorAll('[data-note]')].map((element) => element.getAttribute('aria-label'))
  expect(names()).toEqual(['Note 2, open: Please change part 2', 'Note 1, open: Please change part 1'])
  await pin(/^Note 1, open/).click()
  const opened = page.getByRole('dialog', { name: 'Note 1' })
  await expect.element(opened.getByText('Please change part 1')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(opened).not.toBeInTheDocument()
  await expect.element(pin(/^Note 1, open/)).toHaveFocus()
  await button('All (3)').click()
  await expect.poll(() => names()).toHaveLength(3)
})

it('Escape closes an open note before the panel, also if the focus has left the note', { tags: 'nightly' }, async () => {
  await openTask({ notes: [noteOf({ x: 0.2, y: 0.2 })] })
  const note = page.getByRole('dialog', { name: 'Note 1' })
  await pin(/^Note 1, open/).click()
  await expect.element(note).toBeVisible()
  const elsewhere = panel.getByRole('button', { name: 'Remove Task' })
  ;(elsewhere.element() as HTMLElement).focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(note).not.toBeInTheDocument()
  await expect.element(pin(/^Note 1, open/)).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

it('on a phone, the focus does not get behind the sheet of a note', { tags: 'nightly' }, async () => {
  await page.viewport(390, 844)
  try {
    await openTask({
      notes: [noteOf({ x: 0.2, y: 0.2 }), noteOf({ number: 2, body: 'Please change this.\n'.repeat(20) }), noteOf({ number: 3 })],
    })
    await pin(/^Note 1, open/).click()
    const sheet = page.getByRole('dialog', { name: 'Note 1' })
    await expect.element(sheet).toBeVisible()
    // The footer of the panel is behind the sheet.
    await expect.element(button('Approve')).not.toBeInTheDocument()
    const last = section.getByRole('button', { name: 'Reply' }).last()
    ;(last.element() as HTMLElement).focus()
    const edge = () => sheet.element().getBoundingClientRect().top
    await expect.poll(() => last.element().getBoundingClientRect().bottom <= edge()).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Approve')).toBeVisible()
  } finally {
    await page.viewport(1440, 900)
  }
})

it('beside many notes, the buttons below the files scroll into view when they get the focus', async () => {
  await page.viewport(1440, 700)
  try {
    const previews = [previewOf({ number: 2, files: [wide] }), previewOf({ number: 1, isCurrent: false })]
    const notes = Array.from({ length: 9 }, (_, at) =>
      noteOf({ number: at + 1, previewNo: 2, previewId: 'preview-2', body: 'Please change this.\n'.repeat(5) }),
    )
    await openTask({ previews, notes })
    await expect.element(section.getByRole('heading', { name: 'Note 9' })).toBeInTheDocument()
    const version = panel.getByRole('button', { name: /^Version 1/ })
    await expect.element(version).toBeInTheDocument()
    ;(version.element() as HTMLElement).focus()
    await expect.element(version).toBeInViewport({ ratio: 1 })
  } finally {
    await page.viewport(1440, 900)
  }
})

it('an unsent note is restored after a failed request and after a reload', { tags: 'nightly' }, async () => {
  await openTask()
  await clickPicture(0.5, 0.5)
  await text.fill('Too dark')
  answer(addPreviewNote, () => refusal(409, 'A preview can have at most 200 notes.'))
  await button('Add note').click()
  await expect.element(form.getByText('A preview can have at most 200 notes.')).toBeVisible()
  await commands.setOffline(true)
  await button('Add note').click()
  await expect.element(form.getByText('You are offline. Try again when you have a connection.')).toBeVisible()
  await commands.setOffline(false)

  await app.unmount()
  await openApp('/management?show=task-5')
  await expect.element(text).toHaveValue('Too dark')
  await button('Discard').click()
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.includes('note on'))).toEqual([])
})

it('a reply to a note is shown below the note', async () => {
  const [note = noteOf()] = await openTask({ notes: [noteOf()] })
  const answered = {
    ...note,
    replies: [{ _id: 'reply-1', author: { kind: 'owner', name: '', isYou: true }, body: 'Like this?', createdAt: note.createdAt }],
  } as const
  answer(addNoteReply, () => reply(addNoteReply, { ...answered, replies: [...answered.replies] }))
  await section.getByRole('button', { name: 'Reply' }).click()
  await expect.element(section.getByRole('textbox', { name: 'Your reply' })).toHaveFocus()
  await section.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(section.getByRole('button', { name: 'Reply' })).toHaveFocus()
  await section.getByRole('button', { name: 'Reply' }).click()
  await section.getByRole('textbox', { name: 'Your reply' }).fill('Like this?')
  await section.getByRole('button', { name: 'Reply' }).click()
  await expect.element(section.getByRole('list', { name: 'Replies' }).getByText('Like this?')).toBeVisible()
  await expect.element(section.getByRole('button', { name: 'Reply' })).toHaveFocus()
})

it('the client checks a change with both versions side by side, and accepts it', async () => {
  const previews = [previewOf({ number: 2, files: [wide] }), previewOf({ number: 1, isCurrent: false })]
  const notes = await openTask({
    previews,
    notes: [noteOf({ state: 'resolved', file: { kind: 'image', url: picture('navy'), display: picture('navy'), width: 40, height: 40 } })],
  })
  // Notes of version 1 are not on the picture of version 2.
  await expect.element(section.getByRole('heading', { name: 'Note 1 of version 1' })).toBeVisible()
  expect(document.querySelectorAll('[data-note]').length).toBe(0)
  const changes = answer(changePreviewNote, () => {
    notes[0] = noteOf({ state: 'accepted', version: 2 })
    return reply(changePreviewNote, notes[0])
  })
  await section.getByRole('button', { name: 'Is this done?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is this done?' })
  await expect.element(dialog.getByRole('img', { name: 'The place of the note in Version 1' })).toHaveAttribute('src', picture('navy'))
  await expect.element(dialog.getByRole('img', { name: 'The place of the note in Version 2' })).toHaveAttribute('src', wideUrl)
  await dialog.getByRole('button', { name: 'Yes, it’s done' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(changes.map(bodyOf)).toEqual([{ state: 'accepted', version: 1 }])
  await expect.element(section.getByRole('heading', { name: 'Note 1 of version 1' })).not.toBeInTheDocument()
  await expect.element(section.getByRole('heading', { name: 'Notes', exact: true })).toHaveFocus()
  await expect.element(section.getByText('No open notes.')).toBeVisible()
})

it('after the answer about a change, the next change to check is visible and has the focus, and then the first one', {
  tags: 'nightly',
}, async () => {
  const previews = [previewOf({ number: 2, files: [wide] }), previewOf({ number: 1, isCurrent: false })]
  const resolved = [1, 2, 3].map((number) => noteOf({ number, state: 'resolved', body: 'Please change this.\n'.repeat(20) }))
  const notes = await openTask({ previews, notes: resolved })
  answer(changePreviewNote, ({ address: url, body }) => {
    const at = notes.findIndex(({ _id }) => url.endsWith(`/${_id}`))
    const note = { ...(notes[at] as PreviewNote), state: bodyOf({ body }).state, version: 2 }
    notes[at] = note
    return reply(changePreviewNote, note)
  })
  const check = (number: number) =>
    section
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: `Note ${number} of version 1` }) })
      .getByRole('button', { name: 'Is this done?' })
  const title = (number: number) => section.getByRole('heading', { name: `Note ${number} of version 1` })

  await check(2).click()
  await button('Yes, it’s done').click()
  await expect.element(title(3)).toHaveFocus()
  await expect.element(title(3)).toBeInViewport({ ratio: 1 })
  await check(3).click()
  await button('Not yet').click()
  await expect.element(title(1)).toHaveFocus()
  await check(1).click()
  await button('Yes, it’s done').click()
  await expect.element(section.getByRole('heading', { name: 'Notes', exact: true })).toHaveFocus()
})

it('an open note on an earlier version is continued at a place of the new version', { tags: 'nightly' }, async () => {
  const previews = [previewOf({ number: 2, files: [wide] }), previewOf({ number: 1, isCurrent: false })]
  const sent = storeNotes(await openTask({ previews, notes: [noteOf({ x: 0.2, y: 0.4 })] }))
  await section.getByRole('button', { name: 'Mark the place in version 2' }).click()
  await expect.element(cross).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await text.fill('Still here')
  await button('Add note').click()
  await expect.poll(() => sent.length).toBe(1)
  const { continues, previewId, x, y } = sent.map(bodyOf)[0]
  expect({ continues, previewId, x, y }).toEqual({ continues: 'note-1-1', previewId: 'preview-2', x: 0.2, y: 0.4 })
})

it('an approval with open notes asks for a confirmation', async () => {
  await openTask({ notes: [noteOf({ number: 1 }), noteOf({ number: 2 })] })
  const sent = answer(updateTask, () => reply(updateTask, taskOf({ currentStatus: 'Approved', version: 3 })))
  await expect.element(section.getByText('Please change part 2')).toBeVisible()
  await button('Approve').click()
  const question = page.getByRole('dialog', { name: 'Approve with open notes?' })
  await expect.element(question.getByText(/^Notes 1 and 2 are still open\./)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(sent).toEqual([])
  await button('Approve').click()
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => sent.length).toBe(1)
})

it('the feedback is prefilled with the numbers of the open notes, but entered feedback is kept', { tags: 'nightly' }, async () => {
  const notes = await openTask({ notes: [noteOf({ number: 1 }), noteOf({ number: 2 }), noteOf({ number: 3 })] })
  const feedback = page.getByRole('textbox', { name: 'Feedback' })
  await expect.element(section.getByText('Please change part 3')).toBeVisible()
  await button('Refer Back').click()
  await expect.element(feedback).toHaveValue('See notes 1 to 3')
  await expect.element(feedback).toHaveFocus()
  await expect.element(button('Send Feedback')).toBeInViewport({ ratio: 1 })
  notes.push(noteOf({ number: 4 }))
  fireTasksUpdated(5)
  await expect.element(feedback).toHaveValue('See notes 1 to 4')
  const sent = answer(addFeedback, () => refusal(409, 'This task was changed in the meantime. Please check it again.'))
  await button('Send Feedback').click()
  await expect.poll(() => sent.map(({ body }) => (body as FormData).get('feedback'))).toEqual(['See notes 1 to 4'])
  await feedback.fill('See notes 1 to 4. Hurry')
  notes.push(noteOf({ number: 5 }))
  fireTasksUpdated(5)
  await expect.element(section.getByText('Please change part 5')).toBeVisible()
  await expect.element(feedback).toHaveValue('See notes 1 to 4. Hurry')
})

it('notes that could not be loaded do not prevent an approval, and can be loaded again', async () => {
  ownerWith(taskOf())
  answer(listPreviews, () => reply(listPreviews, [previewOf({ files: [wide] })]))
  let isBroken = true
  answer(listPreviewNotes, () => (isBroken ? refusal(404, 'No such route.') : reply(listPreviewNotes, [noteOf()])))
  await openApp('/management?show=task-5')
  await expect.element(section.getByText('We couldn’t load the notes.')).toBeVisible()
  await expect.element(button('Approve')).toBeEnabled()
  isBroken = false
  clickNow(section.getByRole('button', { name: 'Try again' }))
  await expect.element(section.getByText('Please change part 1')).toBeVisible()
})

it('notes can also be on a moment of a video and on the whole preview', async () => {
  const video = previewFileOf({
    kind: 'video',
    mediaType: 'video/webm',
    url: new URL('../../testing/clip.webm', import.meta.url).href,
    width: 160,
    height: 90,
  })
  ownerWith(taskOf())
  answer(listPreviews, () => reply(listPreviews, [previewOf({ files: [video] })]))
  const notes = [noteOf({ x: null, y: null, atMs: 500, file: { kind: 'video', url: video.url, display: null, width: 160, height: 90 } })]
  answer(listPreviewNotes, () => reply(listPreviewNotes, notes))
  const sent = storeNotes(notes)
  await openApp('/management?show=task-5')
  const player = () => document.querySelector('video')
  const moment = pin(/^0:00: Note 1, open/)
  await moment.click()
  await expect.poll(() => player()?.currentTime).toBe(0.5)
  await userEvent.keyboard('{Escape}')
  await expect.element(moment).toHaveFocus()
  await button('Add a note at 0:00').click()
  await text.fill('Cut here')
  await button('Add note').click()
  await expect.poll(() => sent.map(bodyOf).map(({ atMs, x }) => [atMs, x])).toEqual([[500, null]])

  await button('Note on the whole preview').click()
  await text.fill('Nice')
  await button('Add note').click()
  await expect.poll(() => sent.map(bodyOf).at(-1)).toMatchObject({ filePosition: null, atMs: null, body: 'Nice' })
})

it('a page of a PDF file has notes, which a click and the keyboard write', { tags: 'nightly' }, async () => {
  const url = URL.createObjectURL(pdfOf('Menu', 'Prices'))
  onTestFinished(() => URL.revokeObjectURL(url))
  const pdf = previewFileOf({ kind: 'pdf', mediaType: 'application/pdf', url, width: null, height: null })
  ownerWith(taskOf())
  answer(listPreviews, () => reply(listPreviews, [previewOf({ files: [pdf] })]))
  const notes = [noteOf({ page: 2, x: 0.5, y: 0.2, file: { kind: 'pdf', url, display: null, width: null, height: null } })]
  answer(listPreviewNotes, () => reply(listPreviewNotes, notes))
  const sent = storeNotes(notes)
  const added = () => sent.map(bodyOf).map(({ filePosition, page: number, x, y }) => ({ filePosition, number, x, y }))
  const pageOf = (number: number) => document.querySelector(`[data-page="${number}"]`)
  const pinsOn = (number: number) =>
    [...(pageOf(number)?.querySelectorAll('[data-note]') ?? [])].map((one) => one.getAttribute('aria-label'))
  await openApp('/management?show=task-5')
  await panel.getByRole('button', { name: /^Open .*PDF|^Open Task Preview/ }).click()
  await expect.poll(() => pinsOn(2)).toEqual(['Note 1, open: Please change part 1'])
  expect(pinsOn(1)).toEqual([])

  const surface = pageOf(1)?.querySelector('[data-press="note"]')
  if (!surface) throw new Error('Page 1 has no place for notes')
  const { width, height } = surface.getBoundingClientRect()
  await page.elementLocator(surface).click({ position: { x: 0.25 * width, y: 0.1 * height } })
  await text.fill('Larger')
  await button('Add note').click()
  await expect.poll(() => pinsOn(1)).toEqual(['Note 2, open: Larger'])
  const [first] = added()
  expect(first).toMatchObject({ filePosition: 1, number: 1 })
  expect(Math.abs(first?.x - 0.25)).toBeLessThan(0.01)
  expect(Math.abs(first?.y - 0.1)).toBeLessThan(0.01)

  await button('Next page').click()
  const add = button('Add a note to page 2')
  await expect.element(add).toBeVisible()
  ;(add.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(cross).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await text.fill('Which price?')
  await button('Add note').click()
  await expect.poll(() => added().at(1)).toEqual({ filePosition: 1, number: 2, x: 0.51, y: 0.5 })
})

it('a pin stays at its place when the picture is zoomed and rotated', { tags: 'nightly' }, async () => {
  await openTask({ notes: [noteOf({ x: 0.2, y: 0.3 })] })
  await button(`${LABEL}: open in full size`).click()
  const viewer = page.getByRole('dialog', { name: LABEL })
  const image = viewer.getByRole('img', { name: `${LABEL} in full size` })
  await expect.element(image).toBeVisible()
  const shares = () => {
    const pinned = viewer.getByRole('button', { name: /^Note 1/ }).element() as HTMLElement
    const box = image.element().getBoundingClientRect()
    const frame = pinned.offsetParent?.getBoundingClientRect()
    if (!frame) throw new Error('The pin has no frame')
    return [frame.left + pinned.offsetLeft - box.left, frame.top + pinned.offsetTop - box.top].map((at, axis) =>
      Math.round((at / (axis === 0 ? box.width : box.height)) * 100),
    )
  }
  expect(shares()).toEqual([20, 30])
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  expect(shares()).toEqual([20, 30])
  await viewer.getByRole('button', { name: 'Rotate right' }).click()
  expect(shares()).toEqual([70, 20])
  // Escape closes the note, then the viewer, and leaves the panel open.
  await viewer.getByRole('button', { name: /^Note 1/ }).click()
  await expect.element(viewer.getByText('Please change part 1')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer.getByText('Please change part 1')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
})
