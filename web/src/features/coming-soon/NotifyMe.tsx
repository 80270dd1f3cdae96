import type { AnnouncedFeature } from '@app/contracts/http/notifications.ts'
import { Bell, BellOff, Check } from 'lucide-react'
import { messageOf, unlessOffline } from '../../shared/api/api-error.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { RetryNotice, Skeleton } from '../../shared/ui/states.tsx'
import { useInterests, useSetInterest } from './api.ts'
import styles from './NotifyMe.module.css'

/** A toggle button that subscribes to the announcement of a feature or unsubscribes. It keeps the focus, and its label is the next action. */
export function NotifyMe({ feature }: { feature: AnnouncedFeature }) {
  const interests = useInterests()
  const change = useSetInterest(feature)

  if (interests.isLoadingError) {
    const message = unlessOffline(interests.error, 'Whether you want to be told could not be loaded.')
    return <RetryNotice message={message} busy={interests.isFetching} onRetry={() => void interests.refetch()} />
  }
  if (!interests.data)
    return (
      <div className={styles.waiting} role="status" aria-busy="true" aria-label="Loading whether you want to be told">
        <Skeleton shape="title" />
      </div>
    )

  // The button is ahead of the server; what is said is not.
  const wanted = change.isPending ? change.variables : interests.data.features.includes(feature)
  const isDone = !change.isPending && wanted
  return (
    <div className={styles.tellMe}>
      <p className={styles.said} role="status">
        {change.isPending && 'Saving…'}
        {isDone && (
          <>
            <Check aria-hidden="true" />
            We will tell you.
          </>
        )}
        {change.isSuccess && !wanted && 'We will not tell you.'}
      </p>
      <Button
        tone={wanted ? 'quiet' : 'primary'}
        icon={wanted ? <BellOff aria-hidden="true" /> : <Bell aria-hidden="true" />}
        state={change.isPending ? 'busy' : 'idle'}
        onClick={() => change.mutate(!wanted)}
      >
        {wanted ? "Don't tell me" : 'Tell me when it is there'}
      </Button>
      {change.isError && (
        <p className={styles.failed} role="alert">
          {messageOf(change.error, 'This could not be saved. Please try again.')}
        </p>
      )}
    </div>
  )
}
