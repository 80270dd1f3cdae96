import { CAMPAIGN_PAGE_MAX, type ListedCampaign, listCampaigns } from '@app/contracts/http/campaigns.ts'
import { CampaignStateBadge } from '../../../domain/campaign/CampaignStateBadge.tsx'
import { SendTime } from '../../../domain/campaign/SendTime.tsx'
import { adminCallPage } from '../../../shared/api/call.ts'
import { useGrowingList } from '../../../shared/api/use-growing-list.ts'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { EmptyState } from '../../../shared/ui/states.tsx'
import { useLeading } from '../use-place.ts'
import { PartStates } from './PartStates.tsx'
import styles from './rows.module.css'

const AT_ONCE = 20

/** The campaigns of a company, newest first. */
export function CompanyCampaigns({ companyProfileId }: { companyProfileId: string }) {
  const leading = useLeading()
  const { query, items, ...growth } = useGrowingList<ListedCampaign>({
    // The key begins with the service's name, because events of that service invalidate the query.
    queryKey: ['campaigns', 'of-company', companyProfileId],
    load: ({ signal, ...page }) => adminCallPage(listCampaigns, { params: { companyProfileId }, query: page, signal }),
    keyOf: ({ _id }) => _id,
    step: AT_ONCE,
    most: CAMPAIGN_PAGE_MAX,
  })
  return (
    <div className={styles.part}>
      <PartStates query={query} what="the campaigns" />
      {items?.length === 0 && <EmptyState>This company has no campaigns.</EmptyState>}
      <ul className={styles.rows} aria-label="Campaigns">
        {items?.map((campaign) => (
          <li key={campaign._id} className={styles.row}>
            <Link className={styles.link} {...leading('campaign', campaign._id)}>
              <span className={styles.words}>
                <span className={styles.title}>{campaign.name}</span>
                <span className={styles.facts}>
                  {campaign.campaignCategory} · {campaign.audience}
                  {campaign.nextSendAt && campaign.state === 'active' && !campaign.suspension && (
                    <>
                      {' · next '}
                      <SendTime at={campaign.nextSendAt} />
                    </>
                  )}
                </span>
              </span>
            </Link>
            <CampaignStateBadge {...campaign} />
          </li>
        ))}
      </ul>
      <EndOfList {...growth} />
    </div>
  )
}
