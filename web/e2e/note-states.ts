import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Page } from 'playwright-core'
import { noteOf } from '../src/testing/preview-notes.ts'
import { reviewOf } from '../src/testing/review-data.ts'
import { changeResponses } from './network.ts'
import { dialog, type Screen } from './screen.ts'

/** The ids of a task's previews are replaced by these ids, so that the mocked notes can name them. */
const idOf = (number: number | null): string => `preview-${number}`

const agency = { kind: 'agency', name: 'Palmetto Works', isYou: false } as const
const client = { kind: 'owner', name: 'm…@harborpine.example', isYou: false } as const
const you = { ...client, isYou: true } as const
const LONG = 'Please make the headline larger, so that people can read it on a phone. The cup may be smaller, or leave it out.'

const onPicture = (previewNo: number, changes: Partial<PreviewNote>): PreviewNote =>
  noteOf({ previewNo, previewId: idOf(previewNo), ...changes })

/** Notes on version 2 in all states, and two notes on version 1. */
const versionNotes = (author: PreviewNote['author']): PreviewNote[] => [
  onPicture(1, { number: 1, author, state: 'resolved', x: 0.2, y: 0.3, body: 'The logo is hard to see.' }),
  onPicture(1, { number: 2, author, x: 0.6, y: 0.6, body: 'The date is wrong.' }),
  onPicture(2, {
    number: 1,
    author,
    x: 0.2,
    y: 0.3,
    body: LONG,
    replies: [{ _id: 'reply', author: agency, body: 'We’ll try it in the next version.', createdAt: new Date().toISOString() }],
  }),
  onPicture(2, { number: 2, author, x: 0.98, y: 0.02, body: 'This corner is empty.' }),
  onPicture(2, { number: 3, author, filePosition: 2, x: null, y: null, atMs: 1_500, body: 'Too fast.', file: null }),
  onPicture(2, { number: 4, author, filePosition: 3, x: 0.5, y: 0.2, page: 2, body: 'The price has changed.', file: null }),
  onPicture(2, { number: 5, author, filePosition: null, x: null, y: null, file: null, body: 'I like it!', state: 'accepted' }),
]

/** Many notes with long words. */
const manyNotes: PreviewNote[] = [
  ...versionNotes(you),
  ...Array.from({ length: 20 }, (_, n) =>
    onPicture(2, {
      number: n + 6,
      author: you,
      x: 0.15 + (n % 5) * 0.15,
      y: 0.4 + Math.floor(n / 5) * 0.15,
      body: `Change ${'x'.repeat(n * 5)}`,
    }),
  ),
]

const teamNote = onPicture(2, {
  _id: 'team',
  author: agency,
  visibility: 'team',
  x: 0.7,
  y: 0.5,
  body: 'Ask the printer before we change this.',
})

/** Mocks the notes of a task. The notes get the files of the task's previews. */
async function showNotes(page: Page, notes: readonly PreviewNote[]): Promise<void> {
  const loaded = Promise.withResolvers<Preview[]>()
  await changeResponses(page, '**/api/task/*/previews?*', (listed: Preview[]) => {
    const previews = listed.map((preview) => ({ ...preview, _id: idOf(preview.number) }))
    loaded.resolve(previews)
    return previews
  })
  await page.route('**/api/task/*/preview-notes?*', async (route) => {
    const previews = await loaded.promise
    const fileOf = ({ previewNo, filePosition }: PreviewNote) =>
      previews.find(({ number }) => number === previewNo)?.files[(filePosition ?? 0) - 1] ?? null
    await route.fulfill({ json: notes.map((note) => ({ ...note, file: fileOf(note) })) })
  })
}

const NEW_NOTE = 'The headline is too small to read on a phone.'

async function writeByKeyboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Add a note to Picture 1/ }).click()
  await page.getByRole('button', { name: /^Place of the note/ }).press('Enter')
  await page.getByLabel('Your note').fill(NEW_NOTE)
}

/** A state of the owner's panel of a task with two versions. */
const ownerState = (name: string, act: (page: Page) => Promise<unknown>, notes = versionNotes(you)): Screen => ({
  name: `notes-${name}`,
  path: ({ tasks }) => `/management?show=task-${tasks.versions.taskId}`,
  as: 'owner',
  answer: (page) => showNotes(page, notes),
  async shown(page) {
    if (notes.length > 0) await page.getByRole('heading', { name: 'Check these changes' }).waitFor()
    else await page.getByText('Click or tap the picture where').waitFor()
    await act(page)
  },
})

const review = reviewOf()
const reviewNotes = [
  noteOf({ previewNo: 2, previewId: 'preview-2', state: 'resolved', author: { kind: 'review-link', name: review.sentTo, isYou: true } }),
  noteOf({ previewNo: 3, previewId: 'preview-3', author: client, body: LONG }),
]

/** A state of the page of a review link with notes. */
const linkState = (name: string, act: (page: Page) => Promise<unknown>): Screen => ({
  name: `review-link-notes-${name}`,
  path: () => `/review/${`notes-${name}`.padEnd(40, '-')}`,
  answer: async (page) => {
    await page.route('**/api/review/**', (route) => route.fulfill({ json: review }))
    await page.route('**/api/review/*/preview-notes?*', (route) => route.fulfill({ json: reviewNotes }))
  },
  async shown(page) {
    await page.getByText(LONG).first().waitFor()
    await act(page)
  },
})

/** The notes on previews, on all three screens. */
export const noteStates: Screen[] = [
  ownerState('list', (page) => page.getByRole('heading', { name: 'Notes', exact: true }).scrollIntoViewIfNeeded()),
  ownerState('none', async () => {}, []),
  ownerState('many', (page) => page.getByRole('heading', { name: 'Note 12' }).scrollIntoViewIfNeeded(), manyNotes),
  ownerState('all', (page) => page.getByRole('button', { name: 'All (5)' }).click()),
  ownerState('cross', async (page) => {
    await page.getByRole('button', { name: /^Add a note to Picture 1/ }).click()
    await page.getByRole('button', { name: /^Place of the note/ }).waitFor()
  }),
  ownerState('write', writeByKeyboard),
  ownerState('write-failed', async (page) => {
    await page.route('**/api/task/*/preview-notes', (route) =>
      route.fulfill({ status: 409, json: { code: 'refused', message: 'A newer preview is ready. Please look at it first.' } }),
    )
    await writeByKeyboard(page)
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByText('A newer preview is ready.').waitFor()
  }),
  ownerState('read', async (page) => {
    await page.getByRole('button', { name: /^Note 1, open/ }).click()
    await page.getByRole('dialog', { name: 'Note 1' }).waitFor()
  }),
  ownerState('done', async (page) => {
    await page.getByRole('button', { name: 'Is this done?' }).click()
    await page.getByRole('dialog', { name: 'Is this done?' }).waitFor()
  }),
  ownerState('approve', async (page) => {
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('dialog', { name: 'Approve with open notes?' }).waitFor()
  }),
  ownerState('full-size', async (page) => {
    await page.getByRole('button', { name: 'Picture 1 of 3: open in full size' }).click()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Rotate right' }).click()
    await page
      .getByRole('dialog', { name: 'Picture 1 of 3' })
      .getByRole('button', { name: /^Note 1, open/ })
      .waitFor()
  }),
  ownerState('pdf', async (page) => {
    await page.getByRole('button', { name: 'Show Note 4' }).click()
    await page.getByRole('dialog', { name: 'PDF 3 of 3' }).getByRole('dialog', { name: 'Note 4' }).waitFor()
  }),
  ownerState('version-1', async (page) => {
    await page.getByRole('button', { name: /^Version 1/ }).click()
    await page
      .getByRole('dialog', { name: 'Version 1' })
      .getByRole('button', { name: /^Note 2, open/ })
      .waitFor()
  }),
  {
    name: 'notes-failed',
    path: ({ tasks }) => `/management?show=task-${tasks.versions.taskId}`,
    as: 'owner',
    answer: (page) => page.route('**/api/task/*/preview-notes?*', (route) => route.fulfill({ status: 500, json: { message: '' } })),
    shown: (page) => page.getByText('We couldn’t load the notes.').waitFor(),
  },
  {
    name: 'admin-notes',
    path: ({ tasks }) => `/admin/dashboard?tab=total&task=${tasks.versions.taskId}`,
    as: 'admin',
    answer: (page) => showNotes(page, [...versionNotes(client), teamNote]),
    shown: async (page, world) => {
      await dialog(({ tasks }) => tasks.versions.title)(page, world)
      await page.getByRole('heading', { name: 'Team note 1' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-notes-write',
    path: ({ tasks }) => `/admin/dashboard?tab=total&task=${tasks.versions.taskId}`,
    as: 'admin',
    answer: (page) => showNotes(page, [...versionNotes(client), teamNote]),
    shown: async (page, world) => {
      await dialog(({ tasks }) => tasks.versions.title)(page, world)
      await writeByKeyboard(page)
      await page.getByLabel('Team only').check()
    },
  },
  linkState('list', async () => {}),
  linkState('write', async (page) => {
    await page.getByRole('button', { name: /^Add a note to/ }).click()
    await page.getByRole('button', { name: /^Place of the note/ }).press('Enter')
    await page.getByLabel('Your note').fill(NEW_NOTE)
  }),
  linkState('done', async (page) => {
    await page.getByRole('button', { name: 'Is this done?' }).click()
    await page.getByRole('dialog', { name: 'Is this done?' }).waitFor()
  }),
]
