import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { picture, previewFileOf } from '../../testing/fixtures.ts'
import { openPart } from '../../testing/open.tsx'
import { PreviewContent } from './PreviewContent.tsx'

const square = previewFileOf({ url: picture('navy'), display: picture('coral'), thumbnail: picture('teal') })
const video = previewFileOf({
  kind: 'video',
  mediaType: 'video/mp4',
  url: '/none.mp4',
  display: picture('gold'),
  poster: picture('gold'),
  width: 160,
  height: 90,
})
const pdf = previewFileOf({ kind: 'pdf', mediaType: 'application/pdf', url: '/none.pdf', display: picture('plum') })

const show = (files: (typeof square)[], caption = '') =>
  openPart(<PreviewContent preview={{ caption, files }} label="Task Preview of Winter bread" />)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const count = page.getByRole('status')
const files = page.getByRole('list', { name: 'Files' })

/** Returns the index of the file that fills the row. */
function shownIndex(): number {
  const row = files.element()
  return Math.round(row.scrollLeft / row.clientWidth)
}

beforeEach(() => page.viewport(800, 900))

it('a single picture is shown from its smaller copy, with its size, and opens as it was uploaded', async () => {
  await show([square])
  const shown = page.getByRole('img', { name: 'Task Preview of Winter bread' })
  await expect.element(shown).toHaveAttribute('src', picture('coral'))
  await expect.element(shown).toHaveAttribute('width', '40')
  await expect.element(count).not.toBeInTheDocument()

  await button('Task Preview of Winter bread: open in full size').click()
  const dialog = page.getByRole('dialog', { name: 'Task Preview of Winter bread' })
  await expect.element(dialog.getByRole('img')).toHaveAttribute('src', picture('navy'))
  const width = () => dialog.getByRole('img').element().getBoundingClientRect().width
  await expect.poll(width).toBe(40)
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBe(50)
  await userEvent.keyboard('+')
  await expect.poll(width).toBe(60)
  await dialog.getByRole('button', { name: 'Zoom 150%, fit' }).click()
  await expect.poll(width).toBe(40)
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Task Preview of Winter bread: open in full size')).toHaveFocus()
})

it('the alternative text of a picture is read, also where the picture is a button', async () => {
  await show([{ ...square, alternativeText: 'A loaf on a board' }])
  await expect.element(page.getByRole('img', { name: 'A loaf on a board' })).toBeVisible()
  const opener = button('Task Preview of Winter bread: open in full size')
  await expect.element(opener).toHaveAccessibleDescription('A loaf on a board')
  await opener.click()
  await expect.element(page.getByRole('dialog').getByRole('img', { name: 'A loaf on a board' })).toBeVisible()
})

it('several files are shown one at a time: with buttons, thumbnails and arrow keys', async () => {
  await show([square, video, pdf])
  await expect.element(count).toHaveTextContent('1 of 3')
  await expect.element(page.getByRole('img', { name: 'Picture 1 of 3' })).toBeVisible()
  await expect.element(button('Previous file')).toHaveAttribute('aria-disabled', 'true')

  await button('Next file').click()
  await expect.element(count).toHaveTextContent('2 of 3')
  expect(shownIndex()).toBe(1)

  await button('PDF 3 of 3').click()
  await expect.element(count).toHaveTextContent('3 of 3')
  await expect.element(button('PDF 3 of 3')).toHaveAttribute('aria-current', 'true')
  await expect.element(button('Next file')).toHaveAttribute('aria-disabled', 'true')

  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(count).toHaveTextContent('1 of 3')
})

it('beside an upright picture, a landscape picture has no empty space below its frame', async () => {
  const drawn = (width: number, height: number) => {
    const url = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`
    return previewFileOf({ url, display: url, width, height })
  }
  await show([drawn(800, 200), drawn(400, 800)])
  const slide = files.getByRole('listitem').first().element()
  const below = () =>
    slide.getBoundingClientRect().bottom - (slide.querySelector('img')?.closest('div')?.getBoundingClientRect().bottom ?? 0)
  await expect.poll(() => slide.getBoundingClientRect().height).toBeGreaterThan(400)
  expect(below()).toBeLessThan(20)
})

it('a swipe, which scrolls the row, changes the number of the shown file', async () => {
  await show([square, video])
  await expect.element(count).toHaveTextContent('1 of 2')
  files.element().scrollTo({ left: 10_000 })
  await expect.element(count).toHaveTextContent('2 of 2')
})

it('a video has a label, controls and a poster, and loads nothing before it is played', async () => {
  await show([video])
  const player = page.getByLabelText('Task Preview of Winter bread').element() as HTMLVideoElement
  expect([player.controls, player.preload, player.playsInline, player.poster]).toEqual([true, 'none', true, picture('gold')])
  expect([player.width, player.height]).toEqual([160, 90])
})

it('a video that the browser cannot play can be downloaded', async () => {
  const url = URL.createObjectURL(new Blob(['no video'], { type: 'video/mp4' }))
  await show([{ ...video, url, poster: null }])
  await expect.element(page.getByText(/^This browser can’t play this video/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Download it' })).toHaveAttribute('href', url)
})

it.each([
  ['an animated WebP', 0x02, true],
  ['a still WebP', 0x10, false],
])('%s is shown as it was uploaded only if it moves', async (_, flags, isMoving) => {
  onTestFinished(() => commands.setReducedMotion('reduce'))
  await commands.setReducedMotion('no-preference')
  const head = new Uint8Array([...new TextEncoder().encode('RIFF----WEBPVP8X'), 10, 0, 0, 0, flags, 0, 0, 0])
  const url = URL.createObjectURL(new Blob([head], { type: 'image/webp' }))
  await show([{ ...square, url, mediaType: 'image/webp' }])
  await expect.element(page.getByRole('img', { name: 'Task Preview of Winter bread' })).toBeInTheDocument()
  await expect.poll(() => document.querySelector('picture source')?.getAttribute('srcset') ?? null).toBe(isMoving ? url : null)
})

it('an animated GIF is shown as it was uploaded, or as a still picture if the viewer prefers reduced motion', async () => {
  onTestFinished(() => commands.setReducedMotion('reduce'))
  await show([{ ...square, mediaType: 'image/gif' }])
  const shown = page.getByRole('img', { name: 'Task Preview of Winter bread' }).element() as HTMLImageElement
  await commands.setReducedMotion('no-preference')
  await expect.poll(() => shown.currentSrc).toBe(picture('navy'))
  await commands.setReducedMotion('reduce')
  await expect.poll(() => shown.currentSrc).toBe(picture('coral'))
})

it('the caption is shown whole, as text, with its line breaks', async () => {
  const caption = `<b>Fresh</b> bread\n\n${'Every morning. '.repeat(60)}#bread https://bakery.example`
  await show([square], caption)
  const words = page.getByText(/Fresh/)
  expect(words.element().textContent).toBe(caption)
  expect(getComputedStyle(words.element()).whiteSpace).toBe('pre-wrap')
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
})

it('ten wide files fit on a phone', async () => {
  await page.viewport(360, 740)
  await show(Array.from({ length: 10 }, (_, at) => ({ ...square, url: `${picture('navy')}#${at}`, width: 4000, height: 100 })))
  await expect.element(count).toHaveTextContent('1 of 10')
  expect(document.documentElement.scrollWidth).toBe(360)
})
