import { monthOf } from '@app/contracts/rules/business-dates.ts'
import { usePostFilterInUrl } from '../../../domain/post/post-filter.ts'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { ManagerFilter } from '../board/ManagerFilter.tsx'
import { useManager } from '../board/use-manager.ts'
import { CompanyFilter } from '../calendar/CompanyFilter.tsx'
import { useCompanyInUrl } from '../calendar/use-company-in-url.ts'
import { AdminPosts } from './AdminPosts.tsx'

const YEARS_OFFERED = 3

/** The posts of all companies, of the admin's own, or of one. */
export default function PostsTab() {
  const { companyId, choose } = useCompanyInUrl()
  const { manager } = useManager()
  const month = monthOf(useBusinessToday())
  return (
    <AdminPosts
      state={usePostFilterInUrl()}
      only={{ manager, companyProfileId: companyId ?? undefined }}
      since={`${Number(month.slice(0, 4)) - YEARS_OFFERED}${month.slice(4)}`}
      withCompany
      moreFilters={
        <>
          <ManagerFilter />
          <CompanyFilter companyId={companyId} onChoose={choose} />
        </>
      }
      empty="Nothing was posted yet."
    />
  )
}
