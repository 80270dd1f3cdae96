import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal } from '../../testing/api.ts'
import { boardOf } from '../../testing/board.ts'
import { listOf, ownerWithCustomers } from '../../testing/customers.ts'
import { company, ownerAtWork, ownerWith, taskOf } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open.tsx'
import { atEachWidth } from '../../testing/widths.ts'
import { notify } from './notify.tsx'

const HOUR_MS = 3_600_000
const SENTENCE = 'Please fill in all required date fields'

const headers = () => document.querySelectorAll('header')

/** Pages and panels. Each has bars, which toasts must not cover, and a function that opens the page or panel. */
const screens = [
  { name: 'a public page', bars: headers, open: () => openApp('/contact') },
  {
    name: 'the portal',
    bars: headers,
    open: () => {
      ownerWith(taskOf())
      return openApp('/management')
    },
  },
  {
    name: 'a side panel',
    bars: () => document.querySelectorAll('dialog div:has(> h2)'),
    open: () => {
      ownerWith(taskOf())
      return openApp('/management?show=new')
    },
  },
  {
    name: 'a section with several buttons',
    bars: headers,
    open: () => {
      ownerWithCustomers(() => listOf([]))
      signInAs.owner()
      return openApp('/management?section=1')
    },
  },
  {
    name: 'a new company',
    bars: headers,
    open: () => {
      ownerAtWork(() => [])
      answer(getCompanyProfile, () => refusal(404, 'There is no company profile yet'))
      return openApp('/new-company')
    },
  },
  {
    name: 'the dashboard',
    bars: headers,
    open: () => {
      signInAs.admin()
      boardOf({ company, tasks: [taskOf()] })
      return openApp('/admin/dashboard?tab=tasks')
    },
  },
]

const shownTexts = () =>
  [...document.querySelectorAll('.Toastify__toast[role]')].filter((one) => one.checkVisibility()).map(({ textContent }) => textContent)

it('a new toast closes the previous one of its group. On a phone, toasts of other groups are shown one after the other', {
  tags: 'nightly',
}, async () => {
  await openApp('/contact')
  notify.error('Uploading failed', { group: 'uploads', autoClose: HOUR_MS })
  notify.error('Title required', { autoClose: HOUR_MS })
  await expect.poll(shownTexts).toEqual(['Title required', 'Uploading failed'])
  notify.success('Saved', { autoClose: HOUR_MS })
  await expect.poll(shownTexts).toEqual(['Saved', 'Uploading failed'])
  await page.viewport(390, 844)
  expect(shownTexts()).toEqual(['Saved'])
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(shownTexts).toEqual(['Uploading failed'])
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(shownTexts).toEqual([])
  await page.viewport(1440, 900)
})

it('while the keyboard of a phone is open, toasts are in the visible part of the page', async () => {
  await openApp('/contact')
  const visible = Object.assign(new EventTarget(), { offsetTop: 300, height: 400 })
  const original = Object.getOwnPropertyDescriptor(window, 'visualViewport') ?? expect.unreachable()
  Object.defineProperty(window, 'visualViewport', { configurable: true, value: visible })
  try {
    notify.error(SENTENCE, { autoClose: HOUR_MS })
    const top = () => document.querySelector('.Toastify__toast[role]')?.getBoundingClientRect().top ?? 0
    await expect.poll(top).toBeGreaterThanOrEqual(300)
    expect(top()).toBeLessThan(400)
  } finally {
    Object.defineProperty(window, 'visualViewport', original)
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
})

const overlaps = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

it.each(screens)(
  'toasts are at the top right of $name and do not cover the controls of its bars',
  { tags: 'nightly' },
  async ({ bars, open }) => {
    await open()
    await expect.poll(() => bars().length).toBeGreaterThan(0)
    await atEachWidth(async (width) => {
      notify.error(SENTENCE)
      const toast = page.getByRole('alert').filter({ hasText: SENTENCE })
      await expect.element(toast).toBeVisible()
      const place = () => document.querySelector('.Toastify__toast')?.getBoundingClientRect() ?? expect.unreachable()
      expect(width - place().right, `right of it at ${width} px`).toBeLessThanOrEqual(24)
      expect(place().left, `left of it at ${width} px`).toBeGreaterThanOrEqual(0)
      expect(place().top, `above it at ${width} px`).toBeLessThan(300)
      const coveredControls = () =>
        [...bars()]
          .flatMap((bar) => [...bar.querySelectorAll('a, button, input, [role=tab]')])
          .filter((control) => overlaps(control.getBoundingClientRect(), place()))
          .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)
      await expect.poll(coveredControls).toEqual([])
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect.element(toast).not.toBeInTheDocument()
    })
  },
)

it('toasts cover no title, label or control of a form if there is space elsewhere', { tags: 'nightly' }, async () => {
  ownerWith(taskOf())
  await openApp('/management?show=new')
  const panel = page.getByRole('dialog', { name: 'Add New Task' })
  await expect.element(panel.getByRole('textbox', { name: 'Task Title' })).toBeVisible()
  await atEachWidth(async (width) => {
    notify.error(SENTENCE)
    await expect.element(page.getByRole('alert').filter({ hasText: SENTENCE })).toBeVisible()
    const coveredParts = () => {
      const place = document.querySelector('.Toastify__toast[role]')?.getBoundingClientRect() ?? expect.unreachable()
      const parts = [...panel.element().querySelectorAll('h2, a, button, input, select, textarea, summary, label')]
      const covered = parts.filter(
        (part) => !part.closest('.toast-host') && part.checkVisibility() && overlaps(part.getBoundingClientRect(), place),
      )
      return covered.map(({ textContent, tagName }) => textContent || tagName)
    }
    await expect.poll(coveredParts, { message: `${width} px` }).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(page.getByRole('alert').filter({ hasText: SENTENCE })).not.toBeInTheDocument()
  })
})
