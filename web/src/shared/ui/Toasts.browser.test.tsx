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
      return openApp('/admin/dashboard')
    },
  },
]

const overlaps = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

it.each(screens)('toasts are at the top right of $name and do not cover the controls of its bars', async ({ bars, open }) => {
  await open()
  await expect.poll(() => bars().length).toBeGreaterThan(0)
  await atEachWidth(async (width) => {
    notify.error(SENTENCE)
    const toast = page.getByRole('alert').filter({ hasText: SENTENCE })
    await expect.element(toast).toBeVisible()
    const place = document.querySelector('.Toastify__toast')?.getBoundingClientRect() ?? expect.unreachable()
    expect(width - place.right, `right of it at ${width} px`).toBeLessThanOrEqual(16)
    expect(place.left, `left of it at ${width} px`).toBeGreaterThanOrEqual(0)
    expect(place.top, `above it at ${width} px`).toBeLessThan(300)
    const controls = [...bars()].flatMap((bar) => [...bar.querySelectorAll('a, button, input, [role=tab]')])
    const covered = controls.filter((control) => overlaps(control.getBoundingClientRect(), place))
    expect(covered.map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(toast).not.toBeInTheDocument()
  })
})
