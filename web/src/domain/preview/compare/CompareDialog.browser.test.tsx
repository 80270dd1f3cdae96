import type { Preview, PreviewFile } from '@app/contracts/http/previews.ts'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ListGrowth } from '../../../shared/api/use-growing-list.ts'
import { previewFileOf, previewOf } from '../../../testing/fixtures.ts'
import { openPart } from '../../../testing/open.tsx'
import CompareDialog from './CompareDialog.tsx'
// Loaded before the tests, so that the loading does not count towards the timeout of a test.
import './Comparison.tsx'

/** Returns the data URL of a white picture with a coral rectangle. All numbers are in pixels. */
function drawn([x, y, width, height] = [0, 0, 0, 0], size = { width: 320, height: 320 }): string {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const pen = canvas.getContext('2d')
  if (pen) {
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, size.width, size.height)
    pen.fillStyle = 'coral'
    pen.fillRect(x ?? 0, y ?? 0, width ?? 0, height ?? 0)
  }
  return canvas.toDataURL()
}

const plain = drawn()
const inUpperRight = drawn([240, 0, 80, 80])
const pictureFile = (url: string, changes: Partial<PreviewFile> = {}) => previewFileOf({ url, display: url, sha256: url, ...changes })

const allLoaded: ListGrowth = { hasMore: false, growth: 'idle', more: async () => {} }
const words = page.getByRole('status').first()
const pictures = () =>
  page
    .getByRole('group', { name: /^Pictures side by side/ })
    .getByRole('img')
    .elements() as HTMLImageElement[]
const transforms = () => pictures().map((picture) => getComputedStyle(picture).transform)

const open = (versions: Preview[], growth = allLoaded) => openPart(<CompareDialog versions={versions} growth={growth} onClose={() => {}} />)

/** Opens two versions with one picture each. */
const openPictures = (before: string, after: string, changes: Partial<PreviewFile> = {}) =>
  open([
    previewOf({ number: 2, files: [pictureFile(after, changes)] }),
    previewOf({ number: 1, files: [pictureFile(before)], isCurrent: false }),
  ])

it('the dialog says whether the pictures differ', async () => {
  const { unmount } = await openPictures(plain, inUpperRight)
  await expect.element(words).toHaveTextContent('The picture changed.')
  await expect.element(page.getByRole('slider', { name: 'Compare: Version 1 to the left, Version 2 to the right' })).toBeInTheDocument()
  await unmount()
  await openPictures(plain, plain)
  await expect.element(words).toHaveTextContent('No difference.')
})

it('a picture that could not be loaded can be loaded again', async () => {
  await openPictures(plain, 'data:text/plain,none')
  const notice = page.getByText('We couldn’t load Version 2.')
  await expect.element(notice).toBeVisible()
  const failed = page.getByRole('img', { name: 'Version 2' }).element()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => failed.isConnected).toBe(false)
  await expect.element(notice).toBeVisible()
  await page.getByRole('tab', { name: 'Side by side' }).click()
  await expect.element(notice).toBeVisible()
})

it('a comparison without readable pictures names both versions', async () => {
  await openPictures('data:text/plain,1', 'data:text/plain,2')
  await expect.element(page.getByText('We couldn’t load Version 1 and Version 2.')).toBeVisible()
})

it('pictures side by side are zoomed and moved together, by buttons and keys', async () => {
  await openPictures(plain, inUpperRight)
  await page.getByRole('tab', { name: 'Side by side' }).click()
  await expect.poll(transforms).toEqual(['matrix(1, 0, 0, 1, 0, 0)', 'matrix(1, 0, 0, 1, 0, 0)'])

  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.element(page.getByRole('button', { name: 'Zoom 200%, fit to frame' })).toBeVisible()
  const group = page.getByRole('group', { name: /^Pictures side by side/ })
  ;(group.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  const { clientWidth, clientHeight } = pictures()[0] as HTMLImageElement
  const moved = `matrix(2, 0, 0, 2, ${-clientWidth / 10}, ${-clientHeight / 10})`
  await expect.poll(transforms).toEqual([moved, moved])
  await userEvent.keyboard('+')
  await expect.element(page.getByRole('button', { name: 'Zoom 250%, fit to frame' })).toBeVisible()
  await userEvent.keyboard('0')
  await expect.poll(transforms).toEqual(['matrix(1, 0, 0, 1, 0, 0)', 'matrix(1, 0, 0, 1, 0, 0)'])
})

it('wide pictures fill their frames side by side', async () => {
  await page.viewport(1440, 900)
  const wide = { width: 320, height: 160 }
  await open([
    previewOf({ number: 2, files: [pictureFile(drawn([240, 0, 80, 80], wide), wide)] }),
    previewOf({ number: 1, files: [pictureFile(drawn([0, 0, 0, 0], wide), wide)], isCurrent: false }),
  ])
  await page.getByRole('tab', { name: 'Side by side' }).click()
  const ratioOf = ({ clientWidth, clientHeight }: HTMLElement) => clientWidth / clientHeight
  await expect.poll(() => pictures().map((picture) => Math.round(ratioOf(picture) * 10))).toEqual([20, 20])
})

it('any two versions can be chosen, and earlier versions are loaded on request', async () => {
  const versions = [3, 2, 1].map((number) =>
    previewOf({ number, isCurrent: number === 3, files: [pictureFile(number === 1 ? inUpperRight : plain)] }),
  )
  const more = vi.fn(async () => {})
  const { rerender } = await open(versions.slice(0, 2), { hasMore: true, growth: 'idle', more })
  await expect.element(words).toHaveTextContent('No difference.')
  await page.getByRole('button', { name: 'Load earlier versions' }).click()
  expect(more).toHaveBeenCalledOnce()
  await rerender(<CompareDialog versions={versions} growth={allLoaded} onClose={() => {}} />)

  const before = page.getByRole('combobox', { name: 'Before' })
  await expect.element(before).toHaveTextContent('Version 2Version 1')
  await before.selectOptions('Version 1')
  await expect.element(words).toHaveTextContent('The picture changed.')
  await expect.element(page.getByRole('combobox', { name: 'After' })).toHaveTextContent('Version 3Version 2')
})

it('the files are chosen by their position; a video and a missing file are described', async () => {
  const video = previewFileOf({ kind: 'video', mediaType: 'video/mp4', sha256: 'v' })
  await open([
    previewOf({ number: 2, files: [pictureFile(inUpperRight), video, pictureFile(plain)] }),
    previewOf({ number: 1, files: [pictureFile(plain), { ...video, sha256: 'w' }] }),
  ])
  const file = page.getByRole('combobox', { name: 'File' })
  await expect.element(file).toHaveTextContent('1. Picture, changed2. Video, changed3. Picture, added')
  await expect.element(words).toHaveTextContent('The picture changed.')
  await file.selectOptions('2. Video, changed')
  await expect.element(words).toHaveTextContent('The video changed. We can’t compare videos in detail.')
  await expect.element(page.getByLabelText('Video of Version 2', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Slide' })).not.toBeInTheDocument()
  await file.selectOptions('3. Picture, added')
  await expect.element(words).toHaveTextContent('Only version 2 has this file.')
  await expect.element(page.getByRole('img', { name: 'Picture of Version 2' })).toBeVisible()
})

it('captions are compared word by word, with marks that screen readers can read', async () => {
  await open([
    previewOf({ number: 2, caption: 'Open from ten,\nevery day #coffee' }),
    previewOf({ number: 1, caption: 'Open from nine,\nevery day' }),
  ])
  const heading = page.getByRole('heading', { name: 'Caption' })
  await expect.element(heading).toBeVisible()
  const section = heading.element().parentElement as HTMLElement
  expect(section.querySelector('[role=status]')?.textContent).toBe('2 words added, 1 word removed.')
  expect([...section.querySelectorAll('del, ins')].map(({ localName, textContent }) => [localName, textContent])).toEqual([
    ['del', '[removed: nine,]'],
    ['ins', '[added: ten,]'],
    ['ins', '[added: #coffee]'],
  ])
})

it('equal captions and changed line breaks are described, and the section is missing without captions', async () => {
  const versions = (before: string, after: string) => [previewOf({ number: 2, caption: after }), previewOf({ number: 1, caption: before })]
  const { rerender } = await open(versions('Open', 'Open'))
  const status = page.getByRole('status').nth(1)
  await expect.element(status).toHaveTextContent('No difference.')
  await rerender(<CompareDialog versions={versions('Open now', 'Open\nnow')} growth={allLoaded} onClose={() => {}} />)
  await expect.element(status).toHaveTextContent('Only spaces or line breaks changed.')
  await rerender(<CompareDialog versions={versions('', '')} growth={allLoaded} onClose={() => {}} />)
  await expect.element(page.getByRole('heading', { name: 'Caption' })).not.toBeInTheDocument()
})
