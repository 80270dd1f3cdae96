import { confirmErasure } from '@app/contracts/http/erasure.ts'
import { ERASURE_WAIT_DAYS } from '@app/contracts/rules/erasure.ts'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { withQueries } from '../../shared/api/query-client.tsx'
import { Button } from '../../shared/ui/Button.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import { LinkButton } from '../../shared/ui/LinkButton.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { Time } from '../../shared/ui/Time.tsx'

const TITLE = 'Erase your company'
/** The panel of the portal in which an owner asks for the erasure. */
const YOUR_DATA = '/management?section=4&show=your-data'

/** The key restarts the page when another link is opened in the same tab. */
function ConfirmErasurePage() {
  const { hash } = useLocation()
  return <Confirmation key={hash} token={hash.slice(1)} />
}

/**
 * Confirms the erasure of a company. The token is sent only when the owner presses the button, because mail scanners open links and run
 * scripts.
 */
function Confirmation({ token }: { token: string }) {
  const confirming = useMutation({ mutationFn: () => call(confirmErasure, { body: { token } }) })
  const { data, error } = confirming

  if (data)
    return (
      <SheetPage
        title="We will erase your company"
        lead={
          <>
            We begin on <Time value={data.dueAt} full />. Until then, everything works as before, and you can keep your company.
          </>
        }
      >
        <LinkButton to={YOUR_DATA}>Open your portal</LinkButton>
      </SheetPage>
    )
  if (isStatus(error, 410))
    return (
      <SheetPage title="This link is no longer valid" lead="It was used or replaced, or it has expired. Nothing was erased.">
        <LinkButton to={YOUR_DATA}>Open your portal</LinkButton>
      </SheetPage>
    )
  if (!token)
    return (
      <SheetPage title={TITLE} lead="Open the link in the email that we sent you.">
        <LinkButton to={YOUR_DATA}>Open your portal</LinkButton>
      </SheetPage>
    )
  return (
    <SheetPage
      title={TITLE}
      lead={`If you confirm, we erase your company, your account and all your files in ${ERASURE_WAIT_DAYS} days. Until then, you can change your mind.`}
    >
      <Button tone="danger" state={confirming.isPending ? 'busy' : 'idle'} busyLabel="Confirming…" onClick={() => confirming.mutate()}>
        Erase my company
      </Button>
      {error && <ErrorText>{messageOf(error, 'We couldn’t confirm it. Nothing was erased. Please try again.')}</ErrorText>}
    </SheetPage>
  )
}

export default withQueries(ConfirmErasurePage)
