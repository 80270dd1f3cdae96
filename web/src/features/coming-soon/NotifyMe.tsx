import type { AnnouncedFeature } from '@app/contracts/http/notifications.ts'
import { Bell, BellOff, Check } from 'lucide-react'
import { messageOf, unlessOffline } from '../../shared/api/api-error.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import { RetryNotice, Skeleton } from '../../shared/ui/states.tsx'
import { useInterests, useSetInterest } from './api.ts'
import styles from './NotifyMe.module.css'

/** The button's label describes the next action. The button keeps the focus when it is pressed. */
export function NotifyMe({ feature }: { feature: AnnouncedFeature }) {
  const interests = useInterests()
  const change = useSetInterest(feature)

  if (interests.isLoadingError) {
    const message = unlessOffline(interests.error, 'Your notification setting could not be loaded.')
    return <RetryNotice message={message} busy={interests.isFetching} onRetry={() => void interests.refetch()} />
  }
  if (!interests.data)
    return (
      <div className={styles.waiting} role="status" aria-busy="true" aria-label="Loading your notification setting">
        <Skeleton shape="title" />
      </div>
    )

  // While a change is being saved, the button already shows the new state. The status text shows it only after the response.
  const wanted = change.isPending ? change.variables : interests.data.features.includes(feature)
  const isDone = !change.isPending && wanted
  return (
    <div className={styles.tellMe}>
      <p className={styles.status} role="status">
        {change.isPending && 'Saving…'}
        {isDone && (
          <>
            <Check aria-hidden="true" />
            We’ll notify you.
          </>
        )}
        {change.isSuccess && !wanted && 'We won’t notify you.'}
      </p>
      <Button
        tone={wanted ? 'quiet' : 'primary'}
        icon={wanted ? <BellOff aria-hidden="true" /> : <Bell aria-hidden="true" />}
        state={change.isPending ? 'busy' : 'idle'}
        onClick={() => change.mutate(!wanted)}
      >
        {wanted ? 'Don’t notify me' : 'Notify me when it’s ready'}
      </Button>
      {change.isError && (
        <div className={styles.failed}>
          <ErrorText>{messageOf(change.error, 'This could not be saved. Please try again.')}</ErrorText>
        </div>
      )}
    </div>
  )
}
