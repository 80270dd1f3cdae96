import { endCalendarFeed, getCalendarFeed, renewCalendarFeed } from '@app/contracts/http/calendar.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog, SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { copyText } from '../../../shared/ui/take-text.ts'
import { toast } from '../toasts.ts'
import styles from './CalendarFeed.module.css'

const feedQuery = (companyProfileId: string) =>
  queryOptions({
    queryKey: ['calendar-feed', companyProfileId],
    queryFn: ({ signal }) => call(getCalendarFeed, { params: { companyProfileId }, signal }),
    // The address is a secret, so it is removed from the cache when the panel is closed.
    gcTime: 0,
  })

type Change = 'turn-on' | 'replace' | 'turn-off'

const results: Record<Change, string> = {
  'turn-on': 'Calendar address turned on',
  replace: 'Calendar address replaced',
  'turn-off': 'Calendar address turned off',
}

const questions = {
  replace: {
    title: 'Replace the address?',
    question: 'Calendars that use the current address stop updating. You can then subscribe again with the new address.',
    confirmLabel: 'Replace',
  },
  'turn-off': {
    title: 'Turn off the address?',
    question: 'Calendars that use the address stop updating. You can turn on a new address at any time.',
    confirmLabel: 'Turn off',
  },
} as const

interface CalendarFeedProps {
  companyProfileId: string
  onClose: () => void
}

/** A panel with the address of the company's calendar feed, and the steps to subscribe to the feed in three calendar apps. */
export default function CalendarFeed({ companyProfileId, onClose }: CalendarFeedProps) {
  const queryClient = useQueryClient()
  const query = feedQuery(companyProfileId)
  const feed = useQuery(query)
  const [asked, ask] = useState<keyof typeof questions>()
  const change = useMutation({
    mutationFn: async (change: Change) => {
      await call(change === 'turn-off' ? endCalendarFeed : renewCalendarFeed, { params: { companyProfileId } })
      await queryClient.refetchQueries({ queryKey: query.queryKey })
    },
    onSuccess: (_, change) => toast.success(results[change]),
    onError: (error) => toast.failed(messageOf(error, 'We couldn’t change the calendar address')),
    onSettled: () => ask(undefined),
  })

  return (
    <SidePanel title="Subscribe to your calendar" onClose={onClose}>
      <div className={styles.feed}>
        <p>See your posting dates in Google Calendar, Outlook or Apple Calendar. New and changed dates appear there automatically.</p>
        {feed.isPending && (
          <div role="status" aria-busy="true" aria-label="Loading the calendar address">
            <Skeleton shape="line" />
          </div>
        )}
        {feed.isLoadingError && (
          <RetryNotice
            message={unlessOffline(feed.error, 'We couldn’t load the calendar address.')}
            busy={feed.isFetching}
            onRetry={() => void feed.refetch()}
          />
        )}
        {feed.data?.url === null && (
          <Button
            className={styles.start}
            state={change.isPending ? 'busy' : 'idle'}
            busyLabel="Turning on…"
            onClick={() => change.mutate('turn-on')}
          >
            Turn on the calendar address
          </Button>
        )}
        {feed.data?.url && <Address url={feed.data.url} onAsk={ask} />}
      </div>
      {asked && (
        <ConfirmDialog
          {...questions[asked]}
          busy={change.isPending}
          busyLabel="Saving…"
          onConfirm={() => change.mutate(asked)}
          onCancel={() => ask(undefined)}
        />
      )}
    </SidePanel>
  )
}

/** Apps that are registered for `webcal:` open the URL as a subscription. */
const webcalOf = (url: string): string => url.replace(/^https?:/, 'webcal:')

function Address({ url, onAsk }: { url: string; onAsk: (asked: keyof typeof questions) => void }) {
  const [copied, setCopied] = useState<string>()

  function copy(): void {
    copyText(url).then(
      () => setCopied(url),
      () => toast.failed('We couldn’t copy the address. Select and copy it yourself.'),
    )
  }

  return (
    <>
      <div className={styles.address}>
        <Field
          label="Calendar address"
          readOnly
          value={url}
          hint="Anyone with this address can see the titles and dates of your posts without signing in. Share it only with people you trust."
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div className={styles.actions}>
          <Button icon={<Copy aria-hidden="true" />} onClick={copy}>
            Copy address
          </Button>
          <a className={styles.open} href={webcalOf(url)}>
            Open in your calendar app
          </a>
        </div>
        <p role="status">{copied === url && 'Address copied.'}</p>
      </div>
      <section className={styles.steps} aria-label="How to subscribe">
        <h3>Google Calendar</h3>
        <p>On a computer, open Google Calendar. Beside “Other calendars”, press + and choose “From URL”. Paste the address.</p>
        <p className={styles.note}>Google Calendar can take up to a day to show a change.</p>
        <h3>Outlook</h3>
        <p>Open the calendar, choose “Add calendar” and then “Subscribe from web”. Paste the address.</p>
        <h3>Apple Calendar</h3>
        <p>
          On an iPhone or Mac, press “Open in your calendar app”. Or on a Mac, choose “File” and “New Calendar Subscription”, and paste the
          address.
        </p>
      </section>
      <div className={styles.actions}>
        <Button tone="quiet" onClick={() => onAsk('replace')}>
          Replace address
        </Button>
        <Button tone="quiet" onClick={() => onAsk('turn-off')}>
          Turn off
        </Button>
      </div>
    </>
  )
}
