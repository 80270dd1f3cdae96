import { callPage } from '../../shared/api/call.ts'
import { DecisionRecord } from '../../shared/record/DecisionRecord.tsx'
import { SidePanel } from '../../shared/ui/Dialog.tsx'

interface RecordPanelProps {
  companyProfileId: string
  onClose: () => void
}

/** The owner's decision record. */
export default function RecordPanel({ companyProfileId, onClose }: RecordPanelProps) {
  return (
    <SidePanel title="Decision record" onClose={onClose}>
      <DecisionRecord companyProfileId={companyProfileId} ask={callPage} />
    </SidePanel>
  )
}
