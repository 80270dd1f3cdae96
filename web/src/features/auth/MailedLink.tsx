import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'

const GONE = 410

interface MailedLinkProps<Reply> {
  title: string
  lead: string
  button: string
  busyLabel: string
  /** Shown after a failure without a message. */
  failed: string
  send: (token: string) => Promise<Reply>
  /** The page after a success. */
  done: (reply: Reply) => ReactNode
  /** The page for a link that is no longer valid, or has no token. */
  gone: ReactNode
}

/** The page of a link in an email. The key restarts it when another link is opened in the same tab. */
export function MailedLink<Reply>(link: MailedLinkProps<Reply>) {
  const { hash } = useLocation()
  return <Question key={hash} token={hash.slice(1)} {...link} />
}

/**
 * Sends the token in the URL's fragment only when the reader presses the button. Mail scanners open links and run scripts. If the page sent
 * the token without the button, a scanner would use the link.
 */
function Question<Reply>({ token, title, lead, button, busyLabel, failed, send, done, gone }: MailedLinkProps<Reply> & { token: string }) {
  const sending = useMutation({ mutationFn: () => send(token) })
  if (sending.data !== undefined) return done(sending.data)
  if (!token || (sending.error && isStatus(sending.error, GONE))) return gone
  return (
    <SheetPage title={title} lead={lead}>
      <Button state={sending.isPending ? 'busy' : 'idle'} busyLabel={busyLabel} onClick={() => sending.mutate()}>
        {button}
      </Button>
      {sending.isError && <ErrorText>{messageOf(sending.error, failed)}</ErrorText>}
    </SheetPage>
  )
}
