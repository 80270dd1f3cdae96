import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { lazyPart, useLoadedWhenIdle } from '../../shared/ui/lazy-part.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { useOverlay } from '../../shared/ui/use-overlay.ts'
import { ReportList } from './ReportList.tsx'

const ReportPage = lazyPart(() => import('./ReportPage.tsx'), { waiting: <Skeleton shape="block" /> })
const parts = [ReportPage]

/** The monthly reports of the company. `?report=` names the open report, for example in emails. */
export default function Reports({ profile }: { profile: CompanyProfile }) {
  const { search, leading, close, drop } = useOverlay(['report'])
  const opened = search.get('report')
  useLoadedWhenIdle(parts)
  return opened ? (
    <ReportPage key={opened} id={opened} onClose={close} onMissing={drop} linkTo={(id) => leading('report', id)} />
  ) : (
    <ReportList companyProfileId={profile._id} linkTo={(id) => leading('report', id)} />
  )
}
