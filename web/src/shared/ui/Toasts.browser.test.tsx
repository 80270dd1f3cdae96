import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal } from '../../testing/api.ts'
import { boardOf } from '../../testing/board.ts'
import { company, ownerAtWork, ownerWith, taskOf } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open.tsx'
import { atEachWidth } from '../../testing/widths.ts'
import { notify } from './notify.tsx'

const SENTENCE = 'Please fill in all required date fields'

/** A page or what opens over it, the part of it at the top, and how it is opened. */
const screens = [
  { name: 'a public page', bar: () => document.querySelector('header'), open: () => openApp('/contact') },
  {
    name: 'the portal',
    bar: () => document.querySelector('header'),
    open: () => {
      ownerWith(taskOf())
      return openApp('/management')
    },
  },
  {
    name: 'a side panel',
    bar: () => document.querySelector('dialog h2')?.parentElement,
    open: () => {
      ownerWith(taskOf())
      return openApp('/management?show=new')
    },
  },
  {
    name: 'a new company',
    bar: () => document.querySelector('header'),
    open: () => {
      ownerAtWork(() => [])
      answer(getCompanyProfile, () => refusal(404, 'There is no company profile yet'))
      return openApp('/new-company')
    },
  },
  {
    name: 'the dashboard',
    bar: () => document.querySelector('header'),
    open: () => {
      signInAs.admin()
      boardOf({ company, tasks: [taskOf()] })
      return openApp('/admin/dashboard')
    },
  },
]

const overlaps = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

it.each(screens)('toasts are at the top right of $name, and never over the controls of its bar', async ({ bar, open }) => {
  await open()
  await expect.poll(bar).toBeTruthy()
  await atEachWidth(async (width) => {
    notify.error(SENTENCE)
    const toast = page.getByRole('alert').filter({ hasText: SENTENCE })
    await expect.element(toast).toBeVisible()
    const place = document.querySelector('.Toastify__toast')?.getBoundingClientRect() ?? expect.unreachable()
    expect(width - place.right, `right of it at ${width} px`).toBeLessThanOrEqual(16)
    expect(place.left, `left of it at ${width} px`).toBeGreaterThanOrEqual(0)
    expect(place.top, `above it at ${width} px`).toBeLessThan(200)
    const controls = [...(bar()?.querySelectorAll('a, button, input, [role=tab]') ?? [])]
    const covered = controls.filter((control) => overlaps(control.getBoundingClientRect(), place))
    expect(covered.map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(toast).not.toBeInTheDocument()
  })
})
