import { brand } from '@app/contracts/brand.ts'
import { sendContact } from '@app/contracts/http/notifications.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { useId, useSyncExternalStore } from 'react'
import { ApiError, isOffline, isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { visitorDraft } from '../../../shared/form/draft-storage.ts'
import { Form } from '../../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field, TextArea } from '../../../shared/ui/Field.tsx'
import { notify } from '../../../shared/ui/notify.tsx'
import { PhoneField } from '../../../shared/ui/PhoneField.tsx'
import styles from './ContactForm.module.css'

interface ContactMessage {
  first_name: string
  last_name: string
  mail: string
  mobile: string
  message: string
}

const IDLE_AFTER_MS = 2_000

const empty: ContactMessage = { first_name: '', last_name: '', mail: '', mobile: '', message: '' }

const trimmed = ({ first_name, last_name, mail, mobile, message }: ContactMessage): ContactMessage => ({
  first_name: first_name.trim(),
  last_name: last_name.trim(),
  mail: mail.trim(),
  mobile: mobile.trim(),
  message: message.trim(),
})

/** The browser keeps the entered values until the message is sent. */
export function ContactForm() {
  const headingId = useId()
  const hydrated = useHydrated()
  const form = useForm({
    initial: empty,
    draft: visitorDraft('contact'),
    tidy: trimmed,
    check: ({ first_name, last_name, mail }) =>
      faultsIn({
        first_name: !first_name && 'Please enter your first name',
        last_name: !last_name && 'Please enter your last name',
        mail: !isEmail(mail) && EMAIL_INVALID,
      }),
    send,
    idleAfter: IDLE_AFTER_MS,
  })

  return (
    <Form className={styles.form} aria-labelledby={headingId} form={form}>
      <h2 id={headingId} className={styles.heading}>
        Send a message
      </h2>
      <div className={styles.pair}>
        <Field label="First name" autoComplete="given-name" maxLength={100} required {...form.text('first_name')} />
        <Field label="Last name" autoComplete="family-name" maxLength={100} required {...form.text('last_name')} />
      </div>
      <div className={styles.pair}>
        <Field label="Email" type="email" autoComplete="email" autoCapitalize="none" maxLength={254} required {...form.text('mail')} />
        <PhoneField label={<Optional>Mobile</Optional>} autoComplete="tel" maxLength={30} {...form.text('mobile')} />
      </div>
      <TextArea label={<Optional>Message</Optional>} hint="What can we help with?" maxLength={5000} {...form.text('message')} />
      <div className={styles.submit}>
        {/* Before hydration, a submit button would send the form with a GET request and put the personal data into the URL. */}
        <Button type={hydrated ? 'submit' : 'button'} state={form.state} busyLabel="Submitting..." doneLabel="Submitted">
          Submit
        </Button>
        <p className={styles.note}>We only use your details to reply to you.</p>
      </div>
      <p className={styles.withoutScript}>
        This form needs JavaScript, which is turned off or didn’t load. Email {brand.email} or call us.
      </p>
    </Form>
  )
}

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className={styles.optional}>(optional)</span>
    </>
  )
}

const TOAST = { autoClose: 3_000 }
const FAILED = `We're experiencing technical difficulties. Please try again or contact us directly at ${brand.email}`

/** Whether the server's response contains errors of single fields. The form shows these errors at the fields, so no toast is needed. */
const namesFields = (error: unknown): boolean => error instanceof ApiError && error.errors.length > 0

/** Shows the result as a toast, which is also visible on other pages. */
async function send(body: ContactMessage): Promise<void> {
  try {
    await call(sendContact, { body })
    notify.success('Your message was sent successfully!', TOAST)
  } catch (error) {
    if (!namesFields(error)) notify.error(isStatus(error, 429) || isOffline(error) ? messageOf(error, FAILED) : FAILED, TOAST)
    throw error
  }
}

const never = () => () => {}

/** Whether React has hydrated the page. `false` in the prerendered HTML. */
const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
