import type { CampaignDetail, CampaignStep } from '@app/contracts/http/campaigns.ts'
import { ArrowLeft, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CampaignFacts } from '../../../domain/campaign/CampaignFacts.tsx'
import { CampaignStateBadge } from '../../../domain/campaign/CampaignStateBadge.tsx'
import { CampaignSteps } from '../../../domain/campaign/CampaignSteps.tsx'
import { peopleParameters } from '../../../domain/campaign/campaign-query.ts'
import { LoadedCampaign } from '../../../domain/campaign/LoadedCampaign.tsx'
import { Report } from '../../../domain/campaign/Report.tsx'
import { Sendings } from '../../../domain/campaign/Sendings.tsx'
import { SendTime } from '../../../domain/campaign/SendTime.tsx'
import { SuspensionNotice } from '../../../domain/campaign/SuspensionNotice.tsx'
import type { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { focusHeading } from '../../../shared/ui/focus.ts'
import { lazyPart, useLoadedWhenIdle } from '../../../shared/ui/lazy-part.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'
import { Blockers } from '../Blockers.tsx'
import { CampaignActions } from './CampaignActions.tsx'
import styles from './CampaignPage.module.css'
import type { OnRefuse } from './campaign-actions.ts'
import { DispatchActions } from './DispatchActions.tsx'

const OwnersPeople = lazyPart(() => import('./OwnersPeople.tsx'), { missing: PanelMissing })
const EditStep = lazyPart(() => import('./EditStep.tsx'), { missing: PanelMissing })
const panels = [OwnersPeople, EditStep]

const overlays = [...peopleParameters, 'edit']

interface CampaignPageProps {
  id: string
  onClose: () => void
  onMissing: () => void
}

export default function CampaignPage({ id, onClose, onMissing }: CampaignPageProps) {
  return (
    <div className={styles.page}>
      <Button tone="quiet" size="small" className={styles.back} icon={<ArrowLeft aria-hidden="true" />} onClick={onClose}>
        All campaigns
      </Button>
      <LoadedCampaign id={id} ask={call} onMissing={onMissing}>
        {(campaign) => <Opened campaign={campaign} />}
      </LoadedCampaign>
    </div>
  )
}

function Opened({ campaign }: { campaign: CampaignDetail }) {
  const overlay = useOverlay(overlays)
  const people = campaign.dispatches.find(({ _id }) => _id === overlay.search.get('people'))
  const edited = campaign.steps.find(({ _id }) => _id === overlay.search.get('edit'))
  const { suspension, nextSendAt, state } = campaign
  const [blockers, setBlockers] = useState<ApiError['errors']>([])
  useLoadedWhenIdle(panels)

  function linkOf({ field }: ApiError['errors'][number]) {
    const [, position] = /^(?:steps\.|stepAttachment_)(\d+)/.exec(field) ?? []
    const step = campaign.steps[Number(position)]
    return step && { ...overlay.leading('edit', step._id), label: `Change ${step.type}` }
  }

  return (
    <>
      <p className={styles.company}>{campaign.companyName}</p>
      <Head campaign={campaign} onRefuse={setBlockers} />
      <Blockers errors={blockers} linkOf={linkOf} />
      <div role="status" className={styles.message}>
        {suspension && <SuspensionNotice suspension={suspension} isForOwner />}
        {state === 'active' && nextSendAt && !suspension && (
          <p className={styles.next}>
            Next email: <SendTime at={nextSendAt} />
          </p>
        )}
      </div>
      <CampaignFacts campaign={campaign} />
      <Section title="Email schedule">
        <Sendings
          campaign={campaign}
          actionsOf={(dispatch) => (
            <DispatchActions
              campaign={campaign}
              dispatch={dispatch}
              onPeople={() => overlay.open('people', dispatch._id)}
              onRefuse={setBlockers}
            />
          )}
        />
      </Section>
      <Section title="Steps">
        <CampaignSteps
          campaign={campaign}
          actionsOf={(step) =>
            !whyKept(campaign, step) && (
              <Button tone="quiet" aria-description={step.type} onClick={() => overlay.open('edit', step._id)}>
                Change
              </Button>
            )
          }
        />
      </Section>
      <Section
        title="Report"
        actions={
          <Button tone="quiet" size="small" className={styles.print} icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            Print
          </Button>
        }
      >
        <Report campaign={campaign} ask={call} />
      </Section>
      {people && <OwnersPeople dispatch={people} onClose={overlay.close} />}
      {edited && <EditStep campaign={campaign} step={edited} whyKept={whyKept(campaign, edited)} onClose={overlay.close} />}
    </>
  )
}

/** Returns the reason why a step can no longer be changed. Returns `undefined` if the step can be changed. */
function whyKept({ state }: CampaignDetail, { isSent }: CampaignStep): string | undefined {
  if (state === 'cancelled') return 'This campaign was canceled and can no longer be changed.'
  return isSent ? 'This step was already sent and can no longer be changed.' : undefined
}

interface HeadProps {
  campaign: CampaignDetail
  onRefuse: OnRefuse
}

/** The heading gets the focus when it appears, so that screen readers announce it. */
function Head({ campaign, onRefuse }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (heading.current) focusHeading(heading.current)
  }, [])
  return (
    <header className={styles.head} data-bar="">
      <h1 ref={heading} className={styles.name}>
        {campaign.name}
      </h1>
      <CampaignStateBadge {...campaign} />
      <div className={styles.actions}>
        <CampaignActions campaign={campaign} onRefuse={onRefuse} />
      </div>
    </header>
  )
}
