import { LayoutGrid } from 'lucide-react'
import { ContentSkeleton, ManagementPage } from '../features/management/ManagementPage.tsx'
import { withQueries } from '../shared/api/query-client.tsx'
import { lazyPart } from '../shared/ui/lazy-part.tsx'

const DigitalContent = lazyPart(() => import('../features/digital-content/DigitalContent.tsx'), { waiting: <ContentSkeleton /> })

/** The management area with its sections; their numbers are fixed, for links from mails and bookmarks. */
function ManagementRoute() {
  return (
    <ManagementPage sections={[{ index: 0, label: 'Digital Content', icon: <LayoutGrid aria-hidden="true" />, Content: DigitalContent }]} />
  )
}

export default withQueries(ManagementRoute)
