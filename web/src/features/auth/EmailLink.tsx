import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, isStatus, messageOf } from '../../shared/api/api-error.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import styles from './password-reset.module.css'

interface EmailLinkProps {
  /** The token in the fragment of the link. Empty if the page was opened without a link. */
  token: string
  title: string
  lead: string
  action: string
  busyLabel: string
  /** Shown if the request fails and the server gives no reason. */
  failed: string
  send: (token: string) => Promise<{ email: string }>
  /** The page after the change. `email` is the address of the account from now on. */
  done: (email: ReactNode) => ReactNode
  /** The page for a link that was used or replaced, or has expired. */
  gone: ReactNode
  /** The page if another account has the address. */
  taken: ReactNode
  withoutLink: ReactNode
}

/**
 * The page of a link in an email about a changed address. The token is sent only when the owner presses the button, because mail scanners
 * open links and run scripts.
 */
export function EmailLink({ token, title, lead, action, busyLabel, failed, send, done, gone, taken, withoutLink }: EmailLinkProps) {
  const sending = useMutation({ mutationFn: () => send(token) })
  const { error } = sending

  if (sending.data) return done(<strong className={styles.address}>{sending.data.email}</strong>)
  if (isStatus(error, 410)) return gone
  if (error instanceof ApiError && error.code === 'email-taken') return taken
  if (!token) return withoutLink
  return (
    <SheetPage title={title} lead={lead}>
      <Button state={sending.isPending ? 'busy' : 'idle'} busyLabel={busyLabel} onClick={() => sending.mutate()}>
        {action}
      </Button>
      {error && <ErrorText>{messageOf(error, failed)}</ErrorText>}
    </SheetPage>
  )
}
