import type { Brake } from '@app/contracts/http/brakes.ts'
import type { listAllCampaigns } from '@app/contracts/http/campaigns.ts'
import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import type { Reply } from '../../../shared/api/route-types.ts'
import { CampaignStateBadge } from '../../../shared/campaign/CampaignStateBadge.tsx'
import { SendTime } from '../../../shared/campaign/SendTime.tsx'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { Button, LinkButton } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { PostedDrawing } from '../../../shared/ui/drawings.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { ShowMore } from '../../../shared/ui/ShowMore.tsx'
import { EmptyState, ErrorState, Skeleton, StaleNotice } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useSettled } from '../../../shared/ui/use-settled.ts'
import { openingOver } from '../use-place.ts'
import { targetOf, useAllCampaigns, useReleaseBrake } from './api.ts'
import { BrakeDialog } from './BrakeDialog.tsx'
import styles from './CampaignsTab.module.css'

type All = Reply<typeof listAllCampaigns>

/** The campaigns of all companies, newest first, and the brake for all of them. */
export default function CampaignsTab() {
  const [term, setTerm] = useState('')
  const [pages, setPages] = useState(1)
  const [isAsked, setAsked] = useState(false)
  const search = useSettled(term.trim()) || undefined
  const campaigns = useAllCampaigns(search, pages)
  const { data } = campaigns
  const isAllStopped = data?.brakes.some(({ scope }) => scope === 'all')

  return (
    <div className={styles.campaigns}>
      <div className={styles.tools}>
        <Field
          label="Search campaigns"
          type="search"
          placeholder="Campaign or company"
          value={term}
          onChange={({ currentTarget }) => {
            setTerm(currentTarget.value)
            setPages(1)
          }}
        />
        {data && !isAllStopped && (
          <Button tone="danger" icon={<OctagonX aria-hidden="true" />} onClick={() => setAsked(true)}>
            Stop all sending
          </Button>
        )}
      </div>
      <StaleNotice query={campaigns} />
      {campaigns.isPending && <Skeleton shape="block" />}
      {campaigns.isLoadingError && (
        <ErrorState
          message={unlessOffline(campaigns.error, 'The campaigns could not be loaded.')}
          busy={campaigns.isFetching}
          onRetry={() => void campaigns.refetch()}
        />
      )}
      {data && <Brakes brakes={data.brakes} />}
      {data?.data.length === 0 && (
        <EmptyState drawing={<PostedDrawing />}>{search ? 'No Search Results' : 'No company has made a campaign yet.'}</EmptyState>
      )}
      <ol className={styles.list}>
        {data?.data.map((campaign) => (
          <li key={campaign._id}>
            <Line campaign={campaign} />
          </li>
        ))}
      </ol>
      <ShowMore onMore={data?.isWhole === false ? () => setPages(pages + 1) : undefined} />
      {isAsked && <BrakeDialog target={{ scope: 'all' }} what="all sending" onClose={() => setAsked(false)} />}
    </div>
  )
}

const stopped = ({ scope, name }: All['brakes'][number]): string => {
  if (scope === 'all') return 'All sending is stopped.'
  return scope === 'company' ? `Sending of ${name} is stopped.` : `The campaign ${name} is stopped.`
}

/** The brakes that are on, to be released. */
function Brakes({ brakes }: Pick<All, 'brakes'>) {
  const release = useReleaseBrake()
  const [asked, ask] = useState<All['brakes'][number]>()
  return (
    <>
      <ul className={styles.brakes} aria-label="Brakes">
        {brakes.map((brake) => (
          <li key={keyOf(brake)} className={styles.brake}>
            <OctagonX aria-hidden="true" />
            <p className={styles.words}>
              <strong>{stopped(brake)}</strong> {brake.reason} (<Time value={brake.since} clock />)
            </p>
            <Button tone="quiet" size="small" aria-description={stopped(brake)} onClick={() => ask(brake)}>
              Release
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title="Let sending go on?"
          question={`${stopped(asked)} ${asked.reason} What was due on days that are over meanwhile is missed; its owner may send it by hand.`}
          confirmLabel="Let it go on"
          tone="primary"
          busy={release.isPending}
          onConfirm={() => release.mutate(targetOf(asked), { onSettled: () => ask(undefined) })}
          onCancel={() => ask(undefined)}
        />
      )}
    </>
  )
}

const keyOf = ({ scope, id }: { scope: Brake['scope']; id: string | null }): string => `${scope} ${id}`

function Line({ campaign }: { campaign: All['data'][number] }) {
  const { _id, name, companyName, campaignCategory, audience, state, nextSendAt, brake } = campaign
  const isStopped = brake !== null && (state === 'active' || state === 'paused')
  return (
    <div className={styles.line}>
      <div className={styles.words}>
        <h3>{name}</h3>
        <p className={styles.facts}>
          {companyName} · {campaignCategory} · {audience}
          {nextSendAt && state === 'active' && (
            <>
              {' '}
              · next <SendTime at={nextSendAt} />
            </>
          )}
        </p>
      </div>
      <div className={styles.end}>
        {isStopped ? <Badge tone="roll-back">Stopped</Badge> : <CampaignStateBadge state={state} />}
        <LinkButton tone="quiet" {...openingOver('campaigns', { campaign: _id })} aria-label={`View ${name}`}>
          View
        </LinkButton>
      </div>
    </div>
  )
}
