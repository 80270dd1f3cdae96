import { recordOf } from '@app/contracts/primitives.ts'
import { type Platform, platforms } from '@app/contracts/rules/task-status.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { picture, previewFileOf } from '../../testing/fixtures.ts'
import { openPart } from '../../testing/open.tsx'
import { PreviewTabs } from './PreviewTabs.tsx'

const company = { name: 'Harbor & Pine Coffee', logo: picture('teal') }
const caption = 'The winter blend is back. '.repeat(20).trim()
const filesOf = (count: number, size = { width: 1000, height: 2000 }) =>
  Array.from({ length: count }, (_, at) => previewFileOf({ url: `${picture('coral')}#${at}`, ...size }))
const chosenOf = (...chosen: Platform[]) => ({ ...recordOf(platforms, () => false), ...recordOf(chosen, () => true) })

const show = (files = filesOf(1), chosen = chosenOf('platform_x', 'platform_fb', 'platform_insta', 'platform_li')) =>
  openPart(<PreviewTabs preview={{ caption, files }} label="Version 1" company={company} chosen={chosen} />)
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const post = page.getByRole('article')
const more = page.getByRole('button', { name: '… more' })
const tabNames = () =>
  page
    .getByRole('tab')
    .elements()
    .map((one) => one.textContent)

/** Returns width divided by height of the element around the first picture. */
function ratioShown(): number {
  const { width, height } = post.getByRole('img').elements()[0]?.parentElement?.getBoundingClientRect() ?? { width: 0, height: 1 }
  return width / height
}

it('the plain preview is the first tab, followed by the networks of the task', async () => {
  await show(filesOf(1), chosenOf('platform_insta', 'platform_li', 'platform_via_mail'))
  await expect.element(tab('Plain')).toHaveAttribute('aria-selected', 'true')
  expect(tabNames()).toEqual(['Plain', 'Instagram', 'LinkedIn'])
  await expect.element(page.getByText(caption)).toBeVisible()
})

it('a task for email and YouTube has no tabs', async () => {
  await show(filesOf(1), chosenOf('platform_via_mail', 'platform_youtube'))
  await expect.element(page.getByRole('img', { name: 'Version 1' })).toBeVisible()
  expect(tabNames()).toEqual([])
})

it('a frame shows the company, the cropped picture and the beginning of the caption', async () => {
  await show()
  await tab('Instagram').click()
  await expect.element(page.getByRole('article', { name: 'Post on Instagram' })).toBeVisible()
  await expect.element(post.getByText(company.name).first()).toBeVisible()
  expect(ratioShown()).toBeCloseTo(4 / 5, 2)
  const words = () => post.element().textContent
  expect(words()).not.toContain(caption)

  await more.click()
  await expect.poll(words).toContain(caption)
  await expect.element(page.getByRole('button', { name: 'less' })).toHaveFocus()
})

it.each([
  ['X', 3 / 4],
  ['Facebook', 2 / 3],
  ['Instagram', 4 / 5],
  ['LinkedIn', 2 / 3],
])('%s crops a tall picture to its narrowest ratio', async (network, ratio) => {
  await show()
  await tab(network).click()
  await expect.poll(ratioShown).toBeCloseTo(ratio, 2)
})

it.each([
  ['X', 4, 'X shows only four files in a post.'],
  ['Facebook', 5, '+1'],
  ['LinkedIn', 5, '+1'],
])('%s shows six files as a grid of %s', async (network, cells, note) => {
  await show(filesOf(6))
  await tab(network).click()
  await expect.element(post.getByText(note)).toBeVisible()
  expect(post.getByRole('img').elements()).toHaveLength(cells)
})

it('Instagram shows several files in a row, all with the ratio of the first', async () => {
  await show([...filesOf(1, { width: 1000, height: 1000 }), ...filesOf(2).slice(1)])
  await tab('Instagram').click()
  await expect.element(post.getByRole('img', { name: 'Picture 2 of 2' })).toBeInTheDocument()
  const ratios = post
    .getByRole('img')
    .elements()
    .map((image) => image.getBoundingClientRect())
    .map(({ width, height }) => width / height)
  expect(ratios).toEqual([1, 1])
})

it('the tabs are reached and changed by keyboard', async () => {
  await show()
  await tab('Plain').click()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(tab('Facebook')).toHaveFocus()
  await expect.element(page.getByRole('article', { name: 'Post on Facebook' })).toBeVisible()
})
