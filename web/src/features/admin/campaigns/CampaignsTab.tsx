import type { listAllCampaigns } from '@app/contracts/http/campaigns.ts'
import type { Suspension } from '@app/contracts/http/suspensions.ts'
import { OctagonX } from 'lucide-react'
import { useRef, useState } from 'react'
import { CampaignStateBadge } from '../../../domain/campaign/CampaignStateBadge.tsx'
import { SendTime } from '../../../domain/campaign/SendTime.tsx'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import type { Reply } from '../../../shared/api/route-types.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { PostedDrawing } from '../../../shared/ui/drawings.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import SearchBox from '../../../shared/ui/SearchBox.tsx'
import { ShowMore } from '../../../shared/ui/ShowMore.tsx'
import { EmptyState, ErrorState, Skeleton, StaleNotice } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import { resultText } from '../board/result-text.ts'
import { openingOver } from '../use-place.ts'
import { targetOf, useAllCampaigns, useReleaseSuspension } from './api.ts'
import styles from './CampaignsTab.module.css'
import { SuspendDialog } from './SuspendDialog.tsx'

type All = Reply<typeof listAllCampaigns>

export default function CampaignsTab() {
  const [term, setTerm] = useState('')
  const [pages, setPages] = useState(1)
  const [isAsked, setAsked] = useState(false)
  const search = useDebounced(term.trim()) || undefined
  const campaigns = useAllCampaigns(search, pages)
  const { data } = campaigns
  const isAllSuspended = data?.suspensions.some(({ scope }) => scope === 'all')
  const found = data && !campaigns.isPlaceholderData ? { count: data.data.length, isAll: data.isWhole } : undefined
  const input = useRef<HTMLInputElement>(null)

  function searchFor(next: string): void {
    setTerm(next)
    setPages(1)
  }

  function clear(): void {
    searchFor('')
    input.current?.focus()
  }

  return (
    <div className={styles.campaigns}>
      <div className={styles.tools}>
        <SearchBox
          inLine
          label="Search campaigns"
          placeholder="Campaign or company"
          search={{ term, setTerm: searchFor, clear, input, message: resultText(search, found) }}
        />
        {data && !isAllSuspended && (
          <Button tone="danger" icon={<OctagonX aria-hidden="true" />} onClick={() => setAsked(true)}>
            Suspend all sending
          </Button>
        )}
      </div>
      <StaleNotice query={campaigns} />
      {campaigns.isPending && <Skeleton shape="block" />}
      {campaigns.isLoadingError && (
        <ErrorState
          message={unlessOffline(campaigns.error, 'We couldn’t load the campaigns.')}
          busy={campaigns.isFetching}
          onRetry={() => void campaigns.refetch()}
        />
      )}
      {data && <Suspensions suspensions={data.suspensions} />}
      {data?.data.length === 0 && (
        <EmptyState drawing={<PostedDrawing />}>{search ? 'No Search Results' : 'No company has created a campaign yet.'}</EmptyState>
      )}
      <ol className={styles.list}>
        {data?.data.map((campaign) => (
          <li key={campaign._id}>
            <Line campaign={campaign} />
          </li>
        ))}
      </ol>
      <ShowMore onMore={data?.isWhole === false ? () => setPages(pages + 1) : undefined} />
      {isAsked && <SuspendDialog target={{ scope: 'all' }} what="all sending" onClose={() => setAsked(false)} />}
    </div>
  )
}

const suspensionText = ({ scope, name }: All['suspensions'][number]): string => {
  if (scope === 'all') return 'All sending is suspended.'
  return scope === 'company' ? `Sending for ${name} is suspended.` : `The campaign ${name} is suspended.`
}

function Suspensions({ suspensions }: Pick<All, 'suspensions'>) {
  const release = useReleaseSuspension()
  const [asked, ask] = useState<All['suspensions'][number]>()
  return (
    <>
      <ul className={styles.suspensions} aria-label="Suspensions">
        {suspensions.map((suspension) => (
          <li key={keyOf(suspension)} className={styles.suspension}>
            <OctagonX aria-hidden="true" />
            <p className={styles.words}>
              <strong>{suspensionText(suspension)}</strong> {suspension.reason} (<Time value={suspension.since} clock />)
            </p>
            <Button tone="quiet" size="small" aria-description={suspensionText(suspension)} onClick={() => ask(suspension)}>
              Resume
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title="Resume sending?"
          question={`${suspensionText(asked)} ${asked.reason} Emails whose scheduled day has passed are not sent, unless the company chooses Send now.`}
          confirmLabel="Resume sending"
          tone="primary"
          busy={release.isPending}
          onConfirm={() => release.mutate(targetOf(asked), { onSettled: () => ask(undefined) })}
          onCancel={() => ask(undefined)}
        />
      )}
    </>
  )
}

const keyOf = ({ scope, id }: { scope: Suspension['scope']; id: string | null }): string => `${scope} ${id}`

function Line({ campaign }: { campaign: All['data'][number] }) {
  const { _id, name, companyName, campaignCategory, audience, state, nextSendAt, suspension } = campaign
  return (
    <div className={styles.line}>
      <div className={styles.words}>
        <h3>{name}</h3>
        <p className={styles.facts}>
          {companyName} · {campaignCategory} · {audience}
          {nextSendAt && state === 'active' && !suspension && (
            <>
              {' '}
              · next <SendTime at={nextSendAt} />
            </>
          )}
        </p>
      </div>
      <div className={styles.end}>
        <CampaignStateBadge {...campaign} />
        <LinkButton tone="quiet" {...openingOver('campaigns', { campaign: _id })} aria-label={`View ${name}`}>
          View
        </LinkButton>
      </div>
    </div>
  )
}
