import { useState } from 'react'
import { KeptForm } from '../../src/shared/form/KeptForm.tsx'
import { faultsIn, useForm } from '../../src/shared/form/use-form.ts'
import { Button } from '../../src/shared/ui/Button.tsx'
import { Facts } from '../../src/shared/ui/Facts.tsx'
import { Field, FieldPair } from '../../src/shared/ui/Field.tsx'
import { EditableSection, Section } from '../../src/shared/ui/Section.tsx'
import styles from '../Gallery.module.css'
import { State } from '../State.tsx'

interface Contact {
  email: string
  phone: string
}

const contact: Contact = { email: 'hello@harborandpine.example', phone: '803 555 0142' }

interface ContactFormProps {
  initial: Contact
  send: (values: Contact) => Promise<Contact>
  onSaved: (saved: Contact) => void
}

function ContactForm({ initial, send, onSaved }: ContactFormProps) {
  const form = useForm({
    initial,
    check: ({ email }) => faultsIn({ email: !email && 'Email is required' }),
    send,
    onSent: onSaved,
  })
  return (
    <KeptForm className={styles.form} form={form}>
      <FieldPair>
        <Field label="Email" required {...form.text('email')} />
        <Field label="Phone" {...form.text('phone')} />
      </FieldPair>
      <div>
        <Button type="submit" state={form.state} busyLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </KeptForm>
  )
}

function ContactSection({ title, initial, send }: { title: string } & Pick<ContactFormProps, 'initial' | 'send'>) {
  const [saved, setSaved] = useState(initial)
  return (
    <EditableSection
      title={title}
      form={(onSaved) => (
        <ContactForm
          initial={saved}
          send={send}
          onSaved={(values) => {
            setSaved(values)
            onSaved()
          }}
        />
      )}
    >
      <Facts
        emptyText="N/A"
        facts={[
          { label: 'Email', value: saved.email },
          { label: 'Phone', value: saved.phone, isShort: true },
        ]}
      />
    </EditableSection>
  )
}

const taken = (values: Contact) => Promise.resolve(values)
const never = () => new Promise<Contact>(() => {})

export const SectionStates = () => (
  <>
    <State name="By itself, with what it is for">
      <Section title="Social links" lead="Where your posts will appear.">
        <p>Nothing is known yet.</p>
      </Section>
    </State>
    <State name="To be read, or edited in its place">
      <ContactSection title="Contact" initial={contact} send={taken} />
    </State>
    <State name="Edited" press={['Edit']}>
      <ContactSection title="Contact to edit" initial={contact} send={taken} />
    </State>
    <State name="Refused" press={['Edit', 'Save Changes']}>
      <ContactSection title="Contact without email" initial={{ ...contact, email: '' }} send={taken} />
    </State>
    <State name="Being saved" press={['Edit', 'Save Changes']}>
      <ContactSection title="Contact on its way" initial={contact} send={never} />
    </State>
    <State name="Saved" press={['Edit', 'Save Changes']}>
      <ContactSection title="Contact as saved" initial={contact} send={taken} />
    </State>
  </>
)
