import { listColleagues } from '@app/contracts/http/colleagues.ts'
import { useQuery } from '@tanstack/react-query'
import { adminCall } from '../../../shared/api/call.ts'

/** The colleagues of an owner. They get review links without having an account. */
export const useColleagues = (companyProfileId: string) =>
  useQuery({
    queryKey: ['colleagues', companyProfileId],
    queryFn: ({ signal }) => adminCall(listColleagues, { params: { companyProfileId }, signal }),
  })
