import { getMe } from '@app/contracts/http/session.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, reply } from '../../testing/api.ts'
import { listOf, ownerWithCustomers } from '../../testing/customers.ts'
import { owner, ownerWith } from '../../testing/fixtures.ts'
import { openNewCompany, passBusinessStep } from '../../testing/new-company.ts'
import { openApp, signInAs } from '../../testing/open.tsx'

const EXTENDED = '+1 (803) 555-0199 ext 4'
const WORDS = 'extension 4 of the front desk, mornings only'

beforeEach(() => {
  answer(getMe, () => reply(getMe, owner))
  signInAs.owner()
})

/** The forms with a phone number, and the maximum length of the field. */
const screens = [
  {
    name: 'a new company',
    label: 'Phone',
    max: 13,
    open: async () => {
      await openNewCompany()
      await passBusinessStep()
    },
  },
  {
    name: 'a changed profile',
    label: 'Phone',
    max: 13,
    open: async () => {
      ownerWith()
      await openApp('/management?section=4&show=edit')
    },
  },
  {
    name: 'a new customer',
    label: 'Mobile No',
    max: 40,
    open: async () => {
      ownerWithCustomers(() => listOf([]))
      await openApp('/management?section=1&show=new')
    },
  },
  { name: 'a contact message', label: 'Mobile', max: 30, open: () => openApp('/contact') },
]

describe.each(screens)('in the form of $name', ({ label, max, open }) => {
  const field = () => page.getByRole('textbox', { name: label, exact: false })

  /** Pastes a text. To fill the clipboard, the text is cut from a temporary field. */
  async function paste(text: string): Promise<void> {
    const source = document.body.appendChild(document.createElement('textarea'))
    source.value = text
    source.select()
    await userEvent.cut()
    source.remove()
    ;(field().element() as HTMLInputElement).select()
    await userEvent.paste()
  }

  it('a pasted number that is too long loses its formatting or is rejected with a message, and is never truncated', {
    tags: 'nightly',
  }, async () => {
    await open()
    await expect.element(field()).toBeVisible()
    await field().fill('8035550100')
    const long = max < EXTENDED.length ? EXTENDED : `${EXTENDED}, ${WORDS}`
    await paste(long)
    await expect.element(page.getByText(`This number has more than ${max} characters. Enter it without an extension.`)).toBeVisible()
    await expect.element(field()).toHaveValue('8035550100')
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true')

    const formatted = `+1 (803)${' '.repeat(max)}555-0199`
    await paste(formatted)
    await expect.element(field()).toHaveValue('+18035550199')
    await expect.element(field()).not.toHaveAttribute('aria-invalid')
    await paste('803-555-0100')
    await expect.element(field()).toHaveValue('803-555-0100')
  })

  it('a typed number that becomes too long loses its formatting, and an extension is rejected with a message', {
    tags: 'nightly',
  }, async () => {
    await open()
    await expect.element(field()).toBeVisible()
    await field().click()
    await userEvent.keyboard(`+1 (803) 555-${' '.repeat(Math.max(0, max - 16))}0142`)
    await expect.element(field()).toHaveValue('+18035550142')
    await userEvent.keyboard('x12345678901234567890123456789'.slice(0, max - 11))
    await expect.element(page.getByText(`This number has more than ${max} characters. Enter it without an extension.`)).toBeVisible()
  })
})
