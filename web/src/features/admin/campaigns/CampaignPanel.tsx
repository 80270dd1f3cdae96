import { formatDate } from '@app/contracts/format/dates.ts'
import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CampaignFacts } from '../../../domain/campaign/CampaignFacts.tsx'
import { CampaignSteps } from '../../../domain/campaign/CampaignSteps.tsx'
import { campaignQuery, peopleParameters } from '../../../domain/campaign/campaign-query.ts'
import { LoadedCampaign } from '../../../domain/campaign/LoadedCampaign.tsx'
import { People } from '../../../domain/campaign/People.tsx'
import { Report } from '../../../domain/campaign/Report.tsx'
import { Sendings } from '../../../domain/campaign/Sendings.tsx'
import { SuspensionNotice } from '../../../domain/campaign/SuspensionNotice.tsx'
import { adminCall, adminCallPage } from '../../../shared/api/call.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'
import { useRememberedAsOpened } from '../palette/recently-opened.ts'
import { useLeading } from '../use-place.ts'
import type { SuspensionTarget } from './api.ts'
import styles from './CampaignPanel.module.css'
import { SuspendDialog } from './SuspendDialog.tsx'

interface CampaignPanelProps {
  id: string
  onClose: () => void
  onMissing: () => void
}

export default function CampaignPanel({ id, onClose, onMissing }: CampaignPanelProps) {
  const { data } = useQuery(campaignQuery(id, adminCall))
  useRememberedAsOpened(data && { kind: 'campaign', id, title: data.name, detail: data.companyName })
  return (
    <SidePanel title={data?.name ?? 'Campaign'} wide onClose={onClose} footer={data && <SuspendButtons campaign={data} />}>
      <LoadedCampaign id={id} ask={adminCall} onMissing={onMissing}>
        {(campaign) => <Whole campaign={campaign} />}
      </LoadedCampaign>
    </SidePanel>
  )
}

function Whole({ campaign }: { campaign: CampaignDetail }) {
  const overlay = useOverlay(peopleParameters)
  const leading = useLeading()
  const people = campaign.dispatches.find(({ _id }) => _id === overlay.search.get('people'))
  return (
    <div className={styles.whole}>
      <p className={styles.company}>
        <Link {...leading('company', campaign.companyProfileId)}>{campaign.companyName}</Link>
      </p>
      {campaign.suspension && <SuspensionNotice suspension={campaign.suspension} />}
      <CampaignFacts campaign={campaign} />
      <h3>Email schedule</h3>
      <Sendings
        campaign={campaign}
        actionsOf={(dispatch) =>
          dispatch.audience !== null && (
            <Button
              tone="quiet"
              size="small"
              aria-description={`email of ${formatDate(dispatch.date)}`}
              onClick={() => overlay.open('people', dispatch._id)}
            >
              Recipients
            </Button>
          )
        }
      />
      <h3>Steps</h3>
      <CampaignSteps campaign={campaign} />
      <h3>Report</h3>
      <Report campaign={campaign} ask={adminCall} />
      {people && <People dispatch={people} ask={adminCallPage} onClose={overlay.close} />}
    </div>
  )
}

/** The buttons that suspend sending. While the campaign is suspended, only buttons for wider scopes are shown. */
function SuspendButtons({ campaign: { _id, companyProfileId, companyName, name, suspension } }: { campaign: CampaignDetail }) {
  const [asked, ask] = useState<{ target: SuspensionTarget; what: string }>()
  return (
    <>
      {(!suspension || suspension.scope === 'campaign') && (
        <Button
          tone="quiet"
          onClick={() => ask({ target: { scope: 'company', id: companyProfileId }, what: `all campaigns of ${companyName}` })}
        >
          Suspend this company
        </Button>
      )}
      {!suspension && (
        <Button tone="danger" onClick={() => ask({ target: { scope: 'campaign', id: _id }, what: name })}>
          Suspend this campaign
        </Button>
      )}
      {asked && <SuspendDialog {...asked} onClose={() => ask(undefined)} />}
    </>
  )
}
