import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { monthOf } from '@app/contracts/rules/business-dates.ts'
import { usePostFilter } from '../../../domain/post/post-filter.ts'
import { calendarDate } from '../../../shared/format/dates.ts'
import { AdminPosts } from './AdminPosts.tsx'

/** The posts of one company, as a part of its page. */
export default function CompanyPosts({ company }: { company: CompanyProfile }) {
  return (
    <AdminPosts
      state={usePostFilter()}
      only={{ companyProfileId: company._id }}
      since={monthOf(calendarDate(company.createdAt))}
      empty="Nothing was posted for this company yet."
    />
  )
}
