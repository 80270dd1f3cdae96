import '../AdminDashboardPage.tsx'
import '../tabs/LaunchTab.tsx'
import '../task/LaunchForm.tsx'
import '../task/TaskPanel.tsx'
import './PostingKit.tsx'
import { downloadPostingFiles, getPostingKit, type PostingKit } from '@app/contracts/http/posting-kit.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'
import { kitFileOf, kitOf } from '../../../testing/posting-kit.ts'
import { atEachWidth } from '../../../testing/widths.ts'

beforeEach(() => signInAs.admin())

const kit = page.getByRole('region', { name: 'Posting kit' })

async function openKit(served: PostingKit): Promise<void> {
  await openTask(() => reply(getPostingKit, served))
}

async function openTask(respond: () => Response): Promise<void> {
  boardOf({ company, tasks: [taskOf({ currentStatus: 'Approved', approvedPreviewNo: 1, headline: 'Fresh from six' })] })
  answer(getPostingKit, respond)
  await openApp('/admin/dashboard?tab=launch&task=5')
  await expect.element(kit).toBeVisible()
}

const forX: PostingKit['platforms'][number] = {
  platform: 'platform_x',
  texts: [{ part: 'text', text: 'A very long text', length: 300, max: 280 }],
  hashtags: { count: 0, max: null },
  warnings: ['The text is too long: 300 of 280.'],
  composerUrl: 'https://x.com/intent/tweet?text=A',
  containsText: true,
}

it('each network has its text with its length, and a link to its form', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openKit(kitOf({ platforms: [forX, ...kitOf().platforms] }))
  await expect.element(kit.getByText('300 of 280, 20 too many')).toBeVisible()
  await expect.element(kit.getByText('The text is too long: 300 of 280.')).toBeVisible()
  const openX = kit.getByRole('link', { name: /^Open X/ })
  await expect.element(openX).toHaveAttribute('href', 'https://x.com/intent/tweet?text=A')
  await expect.element(openX).toHaveAttribute('target', '_blank')
  await expect.element(openX).toHaveAttribute('rel', 'noopener noreferrer')

  await kit.getByRole('tab', { name: 'X', exact: true }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(kit.getByText('22 of 2,200')).toBeVisible()
  await expect.element(kit.getByText('1 hashtag, at most 5')).toBeVisible()
  await expect.element(kit.getByRole('link', { name: /^Open Instagram/ })).toBeVisible()
  await kit.getByRole('button', { name: 'Copy text for Instagram' }).click()
  await expect.element(kit.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(copied).toHaveBeenLastCalledWith('Fresh from six. #bread')
  await atEachWidth(() => expect.element(kit).toBeVisible())
})

it('the alternative text starts with the brief, and is copied as it was changed', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openKit(kitOf())
  const field = kit.getByRole('textbox', { name: 'Alternative text' })
  await expect.element(field).toHaveValue('Winter bread: Fresh from six')
  await field.fill('A loaf with a crack like a leaf.')
  await kit.getByRole('button', { name: 'Copy alternative text' }).click()
  expect(copied).toHaveBeenLastCalledWith('A loaf with a crack like a leaf.')
})

it('pictures with alternative texts of their own have them, and the others start with the brief', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openKit(kitOf({ files: [kitFileOf(1), { ...kitFileOf(2), alternativeText: 'A loaf with a crack like a leaf.' }] }))
  await expect
    .element(kit.getByRole('textbox', { name: 'Alternative text for 01-winter-bread.jpg' }))
    .toHaveValue('Winter bread: Fresh from six')
  await kit.getByRole('button', { name: 'Copy alternative text for 02-winter-bread.jpg' }).click()
  expect(copied).toHaveBeenLastCalledWith('A loaf with a crack like a leaf.')
})

it('files are downloaded one by one or all as a ZIP file, and a failure is said', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await openKit(kitOf({ files: [kitFileOf(1), kitFileOf(2)] }))
  const links = kit.getByRole('list', { name: 'Files to post' }).getByRole('link')
  const addresses = ['/files/1.jpg?signature=first', '/files/2.jpg?signature=first']
  await expect.poll(() => links.elements().map((link) => link.getAttribute('href'))).toEqual(addresses)
  const all = kit.getByRole('button', { name: 'Download all 2 (ZIP)' })
  answer(downloadPostingFiles, () => refusal(409, 'The owner has not approved this preview yet.'))
  await all.click()
  await expect.element(kit.getByText('The owner has not approved this preview yet.')).toBeVisible()
  const asked = answer(downloadPostingFiles, () => new Response('zip'))
  await all.click()
  await expect.poll(() => saved).toEqual(['task-5.zip'])
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer admin-token')
})

it('a kit that failed to load can be loaded again', async () => {
  await openTask(() => refusal(503, 'Being restarted.'))
  await expect.element(kit.getByText('Being restarted.')).toBeVisible()
  answer(getPostingKit, () => reply(getPostingKit, kitOf({ platforms: [] })))
  await kit.getByRole('button', { name: 'Try again' }).click()
  await expect.element(kit.getByText('This task names no platforms. The files are below.')).toBeVisible()
})
