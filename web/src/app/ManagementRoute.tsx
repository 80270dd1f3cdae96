import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { Briefcase, ChartColumn, File, LayoutGrid, Mail, ReceiptText, Users, Wallet } from 'lucide-react'
import { useState } from 'react'
import { PhotosBar, SendPhotos } from '../domain/photo/photo-parts.ts'
import { hasUnsentPhotos } from '../domain/photo/stored-delivery.ts'
import { UploadDocument, Uploads } from '../features/documents/upload/upload-parts.ts'
import { ContentSkeleton, ManagementPage, type Sections, sectionAt } from '../features/management/ManagementPage.tsx'
import { companyQuery } from '../shared/api/company.ts'
import { queryClient, withQueries } from '../shared/api/query-client.tsx'
import { userQuery } from '../shared/api/user.ts'
import { useSession } from '../shared/stores/session.ts'
import { FloatingBars } from '../shared/ui/FloatingBars.tsx'
import { lazyPart, waitBriefly } from '../shared/ui/lazy-part.tsx'

const tasks = { waiting: <ContentSkeleton of="task" /> }
const documents = { waiting: <ContentSkeleton of="document" /> }
const page = { waiting: <ContentSkeleton of="block" /> }
const DigitalContent = lazyPart(async () => {
  const part = await import('../features/digital-content/DigitalContent.tsx')
  await waitBriefly(part.prefetchTasks(queryClient))
  return part
}, tasks)
const Customers = lazyPart<{ profile: CompanyProfile }>(() => import('../features/customers/Customers.tsx'), page)
const Campaigns = lazyPart<{ profile: CompanyProfile }>(() => import('../features/campaigns/Campaigns.tsx'), documents)
const Documents = lazyPart<{ profile: CompanyProfile }>(() => import('../features/documents/Documents.tsx'), documents)
const Reports = lazyPart<{ profile: CompanyProfile }>(() => import('../features/reports/Reports.tsx'), documents)
const TrackingExpense = lazyPart<{ profile: CompanyProfile }>(() => import('../features/coming-soon/TrackingExpense.tsx'), page)
const Invoice = lazyPart<{ profile: CompanyProfile }>(() => import('../features/coming-soon/Invoice.tsx'), page)
const Profile = lazyPart(() => import('../features/company/CompanyProfile.tsx'), page)

const DOCUMENTS = 3

/** The indexes must not change, because links in emails and bookmarks contain them. */
const sections: Sections = [
  { index: 0, label: 'Digital Content', shortLabel: 'Content', icon: <LayoutGrid aria-hidden="true" />, Content: DigitalContent },
  {
    index: 1,
    label: 'Customer Engagement',
    shortLabel: 'Customer',
    icon: <Users aria-hidden="true" />,
    Content: Customers,
    isFor: ({ gsapi }) => gsapi !== '',
  },
  {
    index: 2,
    label: 'Campaign',
    icon: <Mail aria-hidden="true" />,
    Content: Campaigns,
    expiry: { message: 'Session expired. Please login.', afterMs: 1_000 },
  },
  { index: DOCUMENTS, label: 'Documents', icon: <File aria-hidden="true" />, Content: Documents },
  { index: 8, label: 'Reports', icon: <ChartColumn aria-hidden="true" />, Content: Reports },
  {
    index: 6,
    label: 'Tracking Expense',
    shortLabel: 'Expense',
    icon: <Wallet aria-hidden="true" />,
    isComing: true,
    Content: TrackingExpense,
  },
  { index: 7, label: 'Invoice', icon: <ReceiptText aria-hidden="true" />, isComing: true, Content: Invoice },
  { index: 4, label: 'Company Profile', shortLabel: 'Profile', icon: <Briefcase aria-hidden="true" />, Content: Profile },
]

export async function prepare(): Promise<void> {
  if (!useSession.getState().token) return
  const { Content } = sectionAt(sections, new URLSearchParams(window.location.search))
  await Promise.all([queryClient.prefetchQuery(userQuery), queryClient.prefetchQuery(companyQuery), Content.load()])
}

function ManagementRoute() {
  const isUploadUsed = UploadDocument.useArrived()
  const arePhotosUsed = SendPhotos.useArrived()
  const [hasUnsent] = useState(hasUnsentPhotos)
  return (
    <ManagementPage
      sections={sections}
      beside={
        <FloatingBars>
          {isUploadUsed && <Uploads section={DOCUMENTS} />}
          {(arePhotosUsed || hasUnsent) && <PhotosBar section={DOCUMENTS} />}
        </FloatingBars>
      }
    />
  )
}

export default withQueries(ManagementRoute)
