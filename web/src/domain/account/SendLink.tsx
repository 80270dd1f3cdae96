import { sendVerification } from '@app/contracts/http/email-verification.ts'
import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { noteVerified } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import styles from './SendLink.module.css'

/** Button that emails a new confirmation link to the signed-in owner. Shows the result below the button. */
export function SendLink() {
  const sending = useMutation({
    mutationFn: () => call(sendVerification, {}),
    onSuccess: ({ alreadyVerified }) => {
      if (alreadyVerified) noteVerified()
    },
  })
  return (
    <div className={styles.sendLink}>
      <Button
        tone="quiet"
        size="small"
        icon={<Mail aria-hidden="true" />}
        state={sending.isPending ? 'busy' : 'idle'}
        busyLabel="Sending…"
        onClick={() => sending.mutate()}
      >
        Send the email again
      </Button>
      <p role="status" className={styles.said}>
        {!sending.isError && sending.data?.message}
      </p>
      {sending.isError && <ErrorText>{messageOf(sending.error, 'We couldn’t send the link. Please try again.')}</ErrorText>}
    </div>
  )
}
