import { listPhotos, PHOTO_PAGE_MAX, type Photo } from '@app/contracts/http/photos.ts'
import { useQueryClient } from '@tanstack/react-query'
import { adminCallPage, callPage } from '../../shared/api/call.ts'
import { type LoadedList, useGrowingList } from '../../shared/api/use-growing-list.ts'
import type { Caller } from '../../shared/stores/session.ts'
import { DOCUMENTS } from '../document/documents.ts'

const AT_ONCE = 24
/** The list is reloaded 5 minutes before its links expire, but at most once a minute. */
const RELOAD_MARGIN_MS = 300_000
const RELOAD_MIN_MS = 60_000

const pages = { owner: callPage, admin: adminCallPage } satisfies Record<Caller, unknown>

/** Returns the key of a photo in a list. A photo that was sent twice is in the list twice. */
export const photoKey = ({ _id, deliveryId }: Photo): string => `${deliveryId} ${_id}`

const msUntilExpiry = ({ linkExpiresAt }: Photo): number => Date.parse(linkExpiresAt) - Date.now()

/** Keeps the links that are still valid for a while. With each new link, the browser would load the picture again. */
function withKnownLinks(photos: readonly Photo[], known: readonly Photo[]): Photo[] {
  const valid = new Map(known.filter((photo) => msUntilExpiry(photo) > 2 * RELOAD_MARGIN_MS).map((photo) => [photo._id, photo]))
  return photos.map((photo) => {
    const { url, displayUrl, thumbnailUrl, linkExpiresAt } = valid.get(photo._id) ?? photo
    return { ...photo, url, displayUrl, thumbnailUrl, linkExpiresAt }
  })
}

/**
 * Loads the photos of a company, newest first, or only those for a task. Events of the service `documents` reload them, because the query key
 * begins with its name.
 */
export function usePhotos(caller: Caller, companyProfileId: string, taskId: number | undefined) {
  const queryClient = useQueryClient()
  const queryKey = [DOCUMENTS, 'photos', caller, companyProfileId, taskId ?? 'all']
  return useGrowingList<Photo>({
    queryKey,
    async load({ signal, ...page }) {
      const { reply, next } = await pages[caller](listPhotos, { query: { companyProfileId, taskId, ...page }, signal })
      return { reply: withKnownLinks(reply, queryClient.getQueryData<LoadedList<Photo>>(queryKey)?.items ?? []), next }
    },
    keyOf: photoKey,
    step: AT_ONCE,
    most: PHOTO_PAGE_MAX,
    reloadAfter: (photos) => photos.length > 0 && Math.max(Math.min(...photos.map(msUntilExpiry)) - RELOAD_MARGIN_MS, RELOAD_MIN_MS),
  })
}
