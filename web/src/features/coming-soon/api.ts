import { type AnnouncedFeature, type Interests, listInterests, setInterest } from '@app/contracts/http/notifications.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'

const interestsQuery = queryOptions({
  queryKey: ['interests'],
  queryFn: ({ signal }): Promise<Interests> => call(listInterests, { signal }),
})

/** What the owner wants to hear of. */
export const useInterests = () => useQuery(interestsQuery)

/** Asks to be told when the feature is there, or no longer. */
export function useSetInterest(feature: AnnouncedFeature) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: boolean) => call(setInterest, { params: { feature }, body: { wanted } }),
    onSuccess: async (interests) => {
      // What was asked before may be answered later.
      await queryClient.cancelQueries({ queryKey: interestsQuery.queryKey })
      queryClient.setQueryData(interestsQuery.queryKey, interests)
    },
  })
}
