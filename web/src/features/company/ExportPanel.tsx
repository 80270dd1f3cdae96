import { downloadExport, listOwnExports, requestOwnExport } from '@app/contracts/http/exports.ts'
import { CompanyExports } from '../../domain/exports/CompanyExports.tsx'
import { call } from '../../shared/api/call.ts'
import { SidePanel } from '../../shared/ui/Dialog.tsx'

interface ExportPanelProps {
  companyProfileId: string
  onClose: () => void
}

/** The owner's exports of all data of the company. */
export default function ExportPanel({ companyProfileId, onClose }: ExportPanelProps) {
  return (
    <SidePanel title="Take Your Data Along" onClose={onClose}>
      <CompanyExports
        companyProfileId={companyProfileId}
        list={(signal) => call(listOwnExports, { signal })}
        request={() => call(requestOwnExport, {})}
        urlOf={async (id) => (await call(downloadExport, { params: { id } })).url}
      />
    </SidePanel>
  )
}
