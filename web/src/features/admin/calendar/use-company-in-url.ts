import { useLocation } from 'react-router-dom'
import { useChangeQuery } from '../../../shared/ui/use-change-query.ts'

/** The company of the calendar and of the list of posts, from `?forCompany=` in the URL. Null for all companies. */
export function useCompanyInUrl() {
  const changeQuery = useChangeQuery()
  const choose = (forCompany: string | null) => changeQuery({ forCompany })
  return { companyId: new URLSearchParams(useLocation().search).get('forCompany'), choose }
}
