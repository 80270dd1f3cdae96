import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { useRef } from 'react'
import { leaveForms } from '../../shared/form/unsent.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { FirstTaskDrawing } from '../../shared/ui/drawings-of-empty-lists.tsx'
import { LoadedRow } from '../../shared/ui/LoadedRow.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../shared/ui/lazy-part.tsx'
import { EmptyState, Skeleton, StaleNotice } from '../../shared/ui/states.tsx'
import { useOverlay } from '../../shared/ui/use-overlay.ts'
import { loadFailure, useCampaigns } from './api.ts'
import { CampaignCard } from './CampaignCard.tsx'
import styles from './Campaigns.module.css'

const waiting = <Skeleton shape="block" />
const CreateCampaign = lazyPart(() => import('./create/CreateCampaign.tsx'), { waiting })
const CampaignPage = lazyPart(() => import('./detail/CampaignPage.tsx'), { waiting })
const Suppressed = lazyPart(() => import('./Suppressed.tsx'), { missing: PanelMissing })
const parts = [CreateCampaign, CampaignPage, Suppressed]

export default function Campaigns({ profile }: { profile: CompanyProfile }) {
  const overlay = useOverlay(['open'])
  const opened = overlay.search.get('open')
  useLoadedWhenIdle(parts)
  return opened ? (
    <CampaignPage key={opened} id={opened} onClose={overlay.close} onMissing={overlay.drop} />
  ) : (
    <CampaignList profile={profile} />
  )
}

function CampaignList({ profile }: { profile: CompanyProfile }) {
  const campaigns = useCampaigns(profile._id)
  const overlay = useOverlay(['show'])
  const shown = overlay.search.get('show')
  const isFormOpen = shown === 'new'
  const toggle = useRef<HTMLButtonElement>(null)
  function closeForm(): void {
    toggle.current?.focus()
    overlay.close()
  }

  return (
    <div className={styles.screen}>
      <header className={styles.header} data-bar="">
        <h1>On-Going Campaign</h1>
        <div className={styles.actions}>
          <Button tone="quiet" onClick={() => overlay.open('show', 'suppressed')}>
            Unsubscribed and blocked
          </Button>
          <Button
            ref={toggle}
            tone={isFormOpen ? 'quiet' : 'primary'}
            aria-expanded={isFormOpen}
            onClick={() => (isFormOpen ? leaveForms(closeForm) : overlay.open('show', 'new'))}
          >
            {isFormOpen ? 'Close Form' : 'Create Campaign'}
          </Button>
        </div>
      </header>
      {isFormOpen && <CreateCampaign profile={profile} onDone={closeForm} />}
      <StaleNotice query={campaigns} />
      <LoadedRow
        cards="document"
        label="Campaigns"
        step={350}
        query={campaigns}
        failure={loadFailure(campaigns.error) ?? ''}
        empty={<EmptyState drawing={<FirstTaskDrawing />}>No campaigns yet – click above to create your first campaign!</EmptyState>}
      >
        {campaigns.data?.map((campaign) => (
          <CampaignCard key={campaign._id} campaign={campaign} link={overlay.leading('open', campaign._id)} />
        ))}
      </LoadedRow>
      {shown === 'suppressed' && <Suppressed companyProfileId={profile._id} onClose={overlay.close} />}
    </div>
  )
}
