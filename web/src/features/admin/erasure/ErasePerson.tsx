import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { ERASURE_REASON_MAX } from '@app/contracts/rules/erasure.ts'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { Form } from '../../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ErrorText } from '../../../shared/ui/ErrorText.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import styles from './ErasePerson.module.css'
import { erasePerson } from './erasures.ts'

/** Erases a person in all services: a recipient of campaigns, a colleague, or a person who wrote to us. */
export function ErasePerson() {
  const [result, setResult] = useState('')
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { email: '', reason: '' },
    tidy: ({ email, reason }) => ({ email: email.trim(), reason: reason.trim() }),
    check: ({ email, reason }) =>
      faultsIn({
        email: !isEmail(email) && EMAIL_INVALID,
        reason: !reason && 'Enter a reason, without names. It is stored in the audit trail.',
      }),
    send: erasePerson,
    onSent: ({ isComplete, services }) => {
      setFailure(undefined)
      const missing = services.filter(({ isErased }) => !isErased).map(({ service }) => service)
      setResult(isComplete ? 'Everything about this person is erased.' : `Not finished in ${missing.join(', ')}. Try again later.`)
    },
    onFailure: (error) => setFailure(messageOf(error, 'We couldn’t erase this person. Try again.')),
  })
  return (
    <Form form={form} onSubmit={form.submit} className={styles.form}>
      <Field label="Email address" type="email" autoComplete="off" required {...form.text('email')} />
      <Field label="Reason" hint="Without names" required maxLength={ERASURE_REASON_MAX} {...form.text('reason')} />
      <div>
        <Button type="submit" tone="danger" state={form.state} busyLabel="Erasing…">
          Erase this person
        </Button>
      </div>
      <p role="status">{result}</p>
      {failure && <ErrorText>{failure}</ErrorText>}
    </Form>
  )
}
