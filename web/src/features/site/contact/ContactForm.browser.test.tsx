import { sendContact } from '@app/contracts/http/notifications.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { openPart } from '../../../testing/open.tsx'
import { ContactForm } from './ContactForm.tsx'

const field = (name: string) => page.getByRole('textbox', { name, exact: false })
const written = { 'First name': 'Ann', 'Last name': 'Baker', Email: 'ann@bakery.example', Message: 'We open on Saturdays.' }

const expectThere = async (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await expect.element(field(name)).toHaveValue(value)
}

it('the entered values are restored after a reload, also after a failed submission, but not after a successful one', async () => {
  const opened = await openPart(<ContactForm />)
  for (const [name, value] of Object.entries(written)) await field(name).fill(value)
  await opened.unmount()

  const again = await openPart(<ContactForm />)
  await expectThere(written)
  answer(sendContact, () => refusal(503, 'Being restarted.'))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText(/^We're experiencing technical difficulties/)).toBeVisible()
  await again.unmount()

  const sending = await openPart(<ContactForm />)
  await expectThere(written)
  const sent = answer(sendContact, () => reply(sendContact, { success: true, message: 'Received.' }))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('Your message was sent successfully!')).toBeVisible()
  expect(sent).toHaveLength(1)
  await sending.unmount()

  await openPart(<ContactForm />)
  await expectThere(Object.fromEntries(Object.keys(written).map((name) => [name, ''])))
})
