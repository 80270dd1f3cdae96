import { searchBoard } from '@app/contracts/http/board-search.ts'
import { searchCampaigns } from '@app/contracts/http/campaign-search.ts'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { adminCall } from '../../../shared/api/call.ts'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import type { Manager } from '../board/use-manager.ts'

const DEBOUNCE_MS = 150

/**
 * Searches companies, tasks and campaigns. When the text changes, the requests for the previous text are canceled. The results of the
 * previous text stay visible until the new results arrive. Campaigns of all companies are found, whoever their account manager is.
 */
export function useFound(text: string, manager: Manager) {
  const search = useDebounced(text, DEBOUNCE_MS)
  const enabled = text !== '' && search !== ''
  const board = useQuery({
    enabled,
    placeholderData: keepPreviousData,
    queryKey: ['palette', 'board', search, manager],
    queryFn: ({ signal }) => adminCall(searchBoard, { query: { search, manager }, signal }),
  })
  const campaigns = useQuery({
    enabled,
    placeholderData: keepPreviousData,
    queryKey: ['palette', 'campaigns', search],
    queryFn: ({ signal }) => adminCall(searchCampaigns, { query: { search }, signal }),
  })
  const isSettled = ({ isError, isSuccess, isPlaceholderData }: UseQueryResult) => isError || (isSuccess && !isPlaceholderData)
  return {
    board,
    campaigns,
    /** Whether the results belong to the text. */
    isCurrent: text === '' || (text === search && isSettled(board) && isSettled(campaigns)),
  }
}
