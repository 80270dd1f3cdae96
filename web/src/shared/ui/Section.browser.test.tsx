import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPart } from '../../testing/open.tsx'
import { KeptForm } from '../form/KeptForm.tsx'
import { useForm } from '../form/use-form.ts'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { EditableSection } from './Section.tsx'

const section = page.getByRole('region', { name: 'Contact' })
const edit = section.getByRole('button', { name: 'Edit Profile' })
const cancel = section.getByRole('button', { name: 'Cancel' })
const phone = section.getByRole('textbox', { name: 'Phone' })
const question = page.getByRole('dialog', { name: 'Discard what you entered?' })

function PhoneForm({ phone, onSaved }: { phone: string; onSaved: (phone: string) => void }) {
  const form = useForm({ initial: { phone }, send: (values) => Promise.resolve(values.phone), onSent: onSaved })
  return (
    <KeptForm form={form}>
      <Field label="Phone" {...form.text('phone')} />
      <Button type="submit" state={form.state}>
        Save Changes
      </Button>
    </KeptForm>
  )
}

function Contact() {
  const [phone, setPhone] = useState('555 0142')
  return (
    <EditableSection
      title="Contact"
      editLabel="Edit Profile"
      form={(onSaved) => (
        <PhoneForm
          phone={phone}
          onSaved={(saved) => {
            setPhone(saved)
            onSaved()
          }}
        />
      )}
    >
      <p>Phone: {phone}</p>
    </EditableSection>
  )
}

it('is edited in its place: the focus goes to the first field, and back to the button', async () => {
  await openPart(<Contact />)
  await expect.element(section.getByText('Phone: 555 0142')).toBeVisible()
  await edit.click()
  await expect.element(phone).toHaveFocus()
  expect(section.getByText('Phone: 555 0142').query()).toBeNull()
  await cancel.click()
  await expect.element(edit).toHaveFocus()
  await expect.element(section.getByText('Phone: 555 0142')).toBeVisible()
  expect(question.query()).toBeNull()
})

it('Cancel asks before what was entered is lost', async () => {
  await openPart(<Contact />)
  await edit.click()
  await phone.fill('555 0199')
  await cancel.click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(phone).toHaveValue('555 0199')
  await cancel.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(edit).toHaveFocus()
  await expect.element(section.getByText('Phone: 555 0142')).toBeVisible()
  await edit.click()
  await expect.element(phone).toHaveValue('555 0142')
})

it('says that it was saved, with what is known now, until it is edited again', async () => {
  await openPart(<Contact />)
  await edit.click()
  await phone.fill('555 0199')
  await userEvent.keyboard('{Enter}')
  await expect.element(section.getByRole('status')).toHaveTextContent('Saved')
  await expect.element(section.getByText('Phone: 555 0199')).toBeVisible()
  await expect.element(edit).toHaveFocus()
  await edit.click()
  await expect.element(section.getByRole('status')).toBeEmptyDOMElement()
})
