import { sendTestMail } from '@app/contracts/http/mails.ts'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import UnconfirmedEmail from '../../../domain/account/UnconfirmedEmail.tsx'
import { ApiError, messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { toast } from '../toasts.ts'
import type { MailWords } from './MailFields.tsx'
import styles from './SendTest.module.css'

interface SendTestProps {
  companyProfileId: string
  words: MailWords
  values: Record<string, string> | undefined
  file: File | undefined
  stepId: string | undefined
}

const isUnconfirmed = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'email-not-verified'

/** If the owner's email address is not confirmed, the test email is rejected, and the owner can request a new confirmation link. */
export function SendTest({ companyProfileId, words, values, file, stepId }: SendTestProps) {
  const test = useMutation({
    mutationFn: () =>
      call(sendTestMail, {
        form: {
          fields: { companyProfileId, ...words, stepId, valuesJson: values && JSON.stringify(values) },
          files: { attachment: file },
        },
      }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      if (!isUnconfirmed(error)) toast.failed(error, messageOf(error, 'We couldn’t send the test email.'))
    },
  })
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className={styles.button}
        icon={<Send aria-hidden="true" />}
        state={test.isPending ? 'busy' : 'idle'}
        busyLabel="Sending…"
        disabled={!words.subject || !words.body}
        onClick={() => test.mutate()}
      >
        Send a test to me
      </Button>
      <div role="status" className={styles.refusal}>
        {isUnconfirmed(test.error) && <UnconfirmedEmail text={test.error.message} />}
      </div>
    </>
  )
}
