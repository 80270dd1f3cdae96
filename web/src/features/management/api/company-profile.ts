import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

export const companyProfileQuery = queryOptions({
  queryKey: ['company-profile'],
  queryFn: ({ signal }) => call(getCompanyProfile, { signal }),
})
