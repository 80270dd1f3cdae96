import { type Document, getDocument, removeDocument } from '@app/contracts/http/documents.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DOCUMENTS, saveFile } from '../../domain/document/documents.ts'
import { messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { cacheDocument, msUntilExpiry, removeCachedDocument } from './api.ts'

/** A link that expires within this time is replaced before the download, because downloads may start slowly and clocks may differ. */
const LINK_MARGIN_MS = 60_000

/** Returns a click handler for download links. If the link expires soon, the handler requests a new link and downloads from it. */
export function useDownload() {
  const queryClient = useQueryClient()
  const fresh = useMutation({
    mutationFn: ({ _id }: Document) => call(getDocument, { params: { id: _id } }),
    onSuccess: ({ data }) => {
      cacheDocument(queryClient, data)
      saveFile(data.linkformatedocument)
    },
    onError(error) {
      notify.error(messageOf(error, 'We couldn’t download the document. Try again.'))
      // Reloads the list, because the document may have been removed elsewhere.
      void queryClient.invalidateQueries({ queryKey: [DOCUMENTS] })
    },
  })

  /**
   * Returns whether the browser may follow the current link. Otherwise requests a new link. When the browser is offline, this request
   * fails, and the failure shows a message.
   */
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
