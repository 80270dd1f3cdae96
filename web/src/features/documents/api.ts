import type { Document } from '@app/contracts/http/documents.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { DOCUMENTS, loadDocuments, withDocument } from '../../domain/document/documents.ts'
import { callPage } from '../../shared/api/call.ts'

/** The list is reloaded 5 minutes before the earliest expiry of its download links, but at most once a minute. */
const REFRESH_MARGIN_MS = 300_000
const REFRESH_MIN_MS = 60_000

export const msUntilExpiry = ({ linkExpiresAt }: Document): number => Date.parse(linkExpiresAt) - Date.now()

const documentsQuery = (companyProfileId: string) =>
  queryOptions({
    queryKey: [DOCUMENTS, companyProfileId],
    queryFn: ({ signal }) => loadDocuments(callPage, companyProfileId, signal),
    refetchInterval: ({ state: { data = [] } }) =>
      data.length > 0 && Math.max(Math.min(...data.map(msUntilExpiry)) - REFRESH_MARGIN_MS, REFRESH_MIN_MS),
  })

export const useDocuments = (companyProfileId: string) => useQuery(documentsQuery(companyProfileId))

/** Applies `change` to the cached list. A load in progress is canceled, because it may return older data. */
function changeList(queryClient: QueryClient, companyProfileId: string, change: (list: Document[]) => Document[]): void {
  const { queryKey } = documentsQuery(companyProfileId)
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (list) => list && change(list))
}

export const removeCachedDocument = (queryClient: QueryClient, { _id, companyProfileId }: Document): void =>
  changeList(queryClient, companyProfileId, (list) => list.filter((known) => known._id !== _id))

export function cacheDocument(queryClient: QueryClient, document: Document): void {
  changeList(queryClient, document.companyProfileId, (list) => withDocument(list, document))
  void queryClient.invalidateQueries({ queryKey: [DOCUMENTS] })
}
