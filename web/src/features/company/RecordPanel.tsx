import { DecisionRecord } from '../../domain/record/DecisionRecord.tsx'
import { callPage } from '../../shared/api/call.ts'
import { SidePanel } from '../../shared/ui/Dialog.tsx'

interface RecordPanelProps {
  companyProfileId: string
  onClose: () => void
}

/**
 * Shows the decision record of the company: a list of all decisions about its previews. If an entry is changed later, the change can be
 * detected. See docs/decisions/decision-record.md.
 */
export default function RecordPanel({ companyProfileId, onClose }: RecordPanelProps) {
  return (
    <SidePanel title="Decision Record" onClose={onClose}>
      <DecisionRecord companyProfileId={companyProfileId} ask={callPage} />
    </SidePanel>
  )
}
