import { sendTestMail } from '@app/contracts/http/mails.ts'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { messageOf } from '../../../shared/api/api-error.ts'
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

/** The mail as it stands there, to the owner alone. */
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
    onError: (error) => toast.failed(error, messageOf(error, 'The test mail could not be sent.')),
  })
  return (
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
  )
}
