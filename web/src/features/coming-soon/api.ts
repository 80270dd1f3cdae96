import { type AnnouncedFeature, type Interests, listInterests, setInterest } from '@app/contracts/http/notifications.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'

const interestsQuery = queryOptions({
  queryKey: ['interests'],
  queryFn: ({ signal }): Promise<Interests> => call(listInterests, { signal }),
})

/** Loads the announced features that the owner wants to be notified about. */
export const useInterests = () => useQuery(interestsQuery)

export function useSetInterest(feature: AnnouncedFeature) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: boolean) => call(setInterest, { params: { feature }, body: { wanted } }),
    onSuccess: async (interests) => {
      // Cancels a request in progress, because its response may be older than this change.
      await queryClient.cancelQueries({ queryKey: interestsQuery.queryKey })
      queryClient.setQueryData(interestsQuery.queryKey, interests)
    },
  })
}
