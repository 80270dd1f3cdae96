import { brand } from '@app/contracts/brand.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { showRefused } from '../../../shared/api/show-refused.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { TextArea } from '../../../shared/ui/TextArea.tsx'
import { type ContactMessage, useSendContact } from './api/send-contact.ts'
import styles from './ContactForm.module.css'
import { useHydrated } from './use-hydrated.ts'
import { useSentForAWhile } from './use-sent-for-a-while.ts'

const trim = { setValueAs: (value: string) => value.trim() }

/** A message to us. What is typed stays until it has been sent. */
export function ContactForm() {
  const headingId = useId()
  const { mutate, isPending } = useSendContact()
  const [sent, showSent] = useSentForAWhile()
  const hydrated = useHydrated()
  // No default values: the fields keep what was typed before this script ran.
  const form = useForm<ContactMessage>()
  const { register, handleSubmit, formState, reset } = form
  const { errors } = formState
  const state = isPending ? 'busy' : sent ? 'done' : 'idle'

  function send(message: ContactMessage): void {
    mutate(message, {
      onSuccess: () => {
        reset()
        showSent()
      },
      onError: (error) => showRefused(error, form),
    })
  }

  return (
    <form className={styles.form} aria-labelledby={headingId} noValidate onSubmit={handleSubmit(send)}>
      <h2 id={headingId} className={styles.heading}>
        Send a message
      </h2>
      <div className={styles.pair}>
        <Field
          label="First name"
          autoComplete="given-name"
          maxLength={100}
          required
          readOnly={isPending}
          error={errors.first_name?.message}
          {...register('first_name', { ...trim, required: 'Please enter your first name' })}
        />
        <Field
          label="Last name"
          autoComplete="family-name"
          maxLength={100}
          required
          readOnly={isPending}
          error={errors.last_name?.message}
          {...register('last_name', { ...trim, required: 'Please enter your last name' })}
        />
      </div>
      <div className={styles.pair}>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={254}
          required
          readOnly={isPending}
          error={errors.mail?.message}
          {...register('mail', { ...trim, validate: (mail) => isEmail(mail) || EMAIL_INVALID })}
        />
        <Field
          label={<Optional>Mobile</Optional>}
          type="tel"
          autoComplete="tel"
          maxLength={30}
          readOnly={isPending}
          error={errors.mobile?.message}
          {...register('mobile', trim)}
        />
      </div>
      <TextArea
        label={<Optional>Message</Optional>}
        hint="What can we help with?"
        maxLength={5000}
        readOnly={isPending}
        error={errors.message?.message}
        {...register('message', trim)}
      />
      <div className={styles.submit}>
        {/* Before the script runs, a browser would send the form by itself, names and all in the address. */}
        <Button type={hydrated ? 'submit' : 'button'} state={state} busyLabel="Submitting..." doneLabel="Submitted">
          Submit
        </Button>
        <p className={styles.note}>We use your details only to answer you.</p>
      </div>
      <p className={styles.withoutScript}>This form needs JavaScript, which is off or did not arrive. Write to {brand.email} or call us.</p>
    </form>
  )
}

function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className={styles.optional}>(optional)</span>
    </>
  )
}
