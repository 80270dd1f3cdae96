import { downloadExport, listCompanyExports, requestCompanyExport } from '@app/contracts/http/exports.ts'
import { CompanyExports } from '../../../domain/exports/CompanyExports.tsx'
import { adminCall } from '../../../shared/api/call.ts'
import panel from '../CompanyPanel.module.css'

/** The exports of all data of a company, which its owner or an admin requested. */
export function AdminExports({ companyProfileId }: { companyProfileId: string }) {
  const params = { id: companyProfileId }
  return (
    <section className={panel.group}>
      <h3>Export of all data</h3>
      <p>
        A ZIP file for the owner with everything: tasks and their history, posts, pictures, reports, documents, campaigns and customers. The
        team’s private notes aren’t included.
      </p>
      <CompanyExports
        companyProfileId={companyProfileId}
        list={(signal) => adminCall(listCompanyExports, { params, signal })}
        request={() => adminCall(requestCompanyExport, { params })}
        urlOf={async (id) => (await adminCall(downloadExport, { params: { id } })).url}
      />
    </section>
  )
}
