import { type Document, getDocument, removeDocument } from '@app/contracts/http/documents.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { DOCUMENTS, saveFile } from '../../shared/document/documents.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { cacheDocument, msUntilExpiry, removeCachedDocument } from './api.ts'

/** So long before its end a link is no longer relied on: the click, and the clocks of two machines, take their time. */
const LINK_MARGIN_MS = 60_000

/** Downloads a document by the link there is, or by a fresh one where that is about to run out. */
export function useDownload() {
  const queryClient = useQueryClient()
  const fresh = useMutation({
    mutationFn: ({ _id }: Document) => call(getDocument, { params: { id: _id } }),
    onSuccess: ({ data }) => {
      cacheDocument(queryClient, data)
      saveFile(data.linkformatedocument)
    },
    onError(error) {
      notify.error(messageOf(error, 'The document could not be downloaded. Try again.'))
      // It may have been removed elsewhere.
      void queryClient.invalidateQueries({ queryKey: [DOCUMENTS] })
    },
  })

  /** Answers whether the browser may follow the link there is. Without a network the asking says so. */
  function mayFollow(document: Document): boolean {
    if (msUntilExpiry(document) > LINK_MARGIN_MS && navigator.onLine) return true
    fresh.mutate(document)
    return false
  }
  return mayFollow
}

export function useRemoveDocument() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: Document) => call(removeDocument, { params: { id: _id } }),
    onSuccess: (_answer, document) => {
      notify.success('Document removed')
      removeCachedDocument(queryClient, document)
    },
    onError: (error) => notify.error(messageOf(error, 'Error removing document')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [DOCUMENTS] }),
  })
}
