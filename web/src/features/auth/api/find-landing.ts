import type { QueryClient } from '@tanstack/react-query'
import { companyQuery } from '../../../shared/api/owner.ts'

/** Where a freshly signed-in owner goes: the portal if its company exists, and for any other answer the page that creates it, which asks again. */
export const findLanding = (queryClient: QueryClient): Promise<'/management' | '/new-company'> =>
  queryClient.fetchQuery(companyQuery).then(
    ({ profile }) => (profile ? '/management' : '/new-company'),
    () => '/new-company',
  )
