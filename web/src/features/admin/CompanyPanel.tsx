import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { useQuery } from '@tanstack/react-query'
import { adminCallPage } from '../../shared/api/call.ts'
import { SidePanel } from '../../shared/ui/Dialog.tsx'
import { LogoChip } from '../../shared/ui/LogoChip.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { TabPanel, Tabs } from '../../shared/ui/Tabs.tsx'
import { companyQuery } from './board/queries.ts'
import { CompanyDocuments } from './CompanyDocuments.tsx'
import styles from './CompanyPanel.module.css'
import { AcceptedWords } from './company/AcceptedWords.tsx'
import { AdminExports } from './company/AdminExports.tsx'
import { CompanyCampaigns } from './company/CompanyCampaigns.tsx'
import { CompanyEmails } from './company/CompanyEmails.tsx'
import { CompanyNotes } from './company/CompanyNotes.tsx'
import { CompanyReports } from './company/CompanyReports.tsx'
import { CompanyTasks } from './company/CompanyTasks.tsx'
import { Overview } from './company/Overview.tsx'
import { type CompanyPart, companyParts, useCompanyPart } from './company/parts.ts'
import { PreviewCheck } from './PreviewCheck.tsx'
import { useRememberedAsOpened } from './palette/recently-opened.ts'
import { CompanyPhotos } from './photos/CompanyPhotos.tsx'
import { CompanyPlan } from './plan/CompanyPlan.tsx'
import { CompanySpreadsheet } from './sheet/CompanySpreadsheet.tsx'

const DecisionRecord = lazyPart(async () => ({ default: (await import('../../domain/record/DecisionRecord.tsx')).DecisionRecord }), {
  waiting: <Skeleton shape="block" />,
})

const CompanyPosts = lazyPart<{ company: CompanyProfile }>(() => import('./posts/CompanyPosts.tsx'), {
  waiting: <Skeleton shape="block" />,
})

/** Prefix of the element ids that connect the tab list to its panel. */
const PARTS_NAME = 'company'

const tabs = (Object.keys(companyParts) as CompanyPart[]).map((id) => ({ id, label: companyParts[id] }))

interface CompanyPanelProps {
  company: CompanyProfile
  /** The document with this number gets the focus. The URL contains the number. */
  requestedDocument: string | null
  onClose: () => void
}

/** The page of a company. Each part loads when it is opened. */
export default function CompanyPanel({ company, requestedDocument, onClose }: CompanyPanelProps) {
  useRememberedAsOpened({ kind: 'company', id: company._id, title: company.companyName, detail: '' })
  const [part, choose] = useCompanyPart()
  return (
    <SidePanel title={company.companyName} itemKey={company._id} wide onClose={onClose}>
      <div className={styles.panel}>
        <div className={styles.head}>
          <LogoChip name={company.companyName} src={company.logo} colour={company.color1} size="large" />
          <div>
            <p className={styles.dba}>{company.dba || company.companyName}</p>
            <p className={styles.industry}>{company.industry || 'N/A'}</p>
          </div>
        </div>
        <Tabs name={PARTS_NAME} label={`Parts of ${company.companyName}`} tabs={tabs} selected={part} onSelect={choose} />
        <TabPanel name={PARTS_NAME} id={part}>
          <Part part={part} company={company} requestedDocument={requestedDocument} onPart={choose} />
        </TabPanel>
      </div>
    </SidePanel>
  )
}

interface PartProps extends Pick<CompanyPanelProps, 'company' | 'requestedDocument'> {
  part: CompanyPart
  onPart: (part: CompanyPart) => void
}

function Part({ part, company, requestedDocument, onPart }: PartProps) {
  const { _id: companyProfileId } = company
  // The dashboard has just loaded the company to open this page.
  const { data } = useQuery({ ...companyQuery(companyProfileId), staleTime: Number.POSITIVE_INFINITY })
  switch (part) {
    case 'overview':
      return <Overview company={company} opened={data} onPart={onPart} />
    case 'emails':
      return <CompanyEmails companyProfileId={companyProfileId} ownerId={data?.ownerId} />
    case 'tasks':
      return <CompanyTasks companyProfileId={companyProfileId} />
    case 'posts':
      return <CompanyPosts company={company} />
    case 'notes':
      return <CompanyNotes companyProfileId={companyProfileId} />
    case 'documents':
      return (
        <div className={styles.documents}>
          <CompanyDocuments companyProfileId={companyProfileId} requested={requestedDocument} />
          <CompanyPhotos companyProfileId={companyProfileId} />
        </div>
      )
    case 'campaigns':
      return <CompanyCampaigns companyProfileId={companyProfileId} />
    case 'reports':
      return <CompanyReports companyProfileId={companyProfileId} />
    case 'record':
      return <DecisionRecord companyProfileId={companyProfileId} ask={adminCallPage} />
    case 'setup':
      return (
        <div className={styles.setup}>
          <CompanyPlan companyProfileId={companyProfileId} />
          <PreviewCheck companyProfileId={companyProfileId} />
          <AcceptedWords companyProfileId={companyProfileId} />
          <CompanySpreadsheet company={company} />
          <AdminExports companyProfileId={companyProfileId} />
        </div>
      )
  }
}
