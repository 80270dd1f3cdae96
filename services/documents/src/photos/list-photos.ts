import { requireCompany } from '@app/chassis/companies/own-company.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { Photo } from '@app/contracts/http/photos.ts'
import type { DocumentsDeps } from '../deps.ts'
import { listedPhotos, type PhotoRow } from './photo.repository.ts'

const LINK_SECONDS = 3_600

/** A photo in a response, and its place in the list. */
type ListedPhoto = Photo & { position: number }

/** Converts a row to the photo in a response, with new signed links to the files. */
function toPhoto({ store, now }: DocumentsDeps, { file, display, thumbnail, ...row }: PhotoRow): ListedPhoto {
  const from = now()
  const linkTo = (key: string) => store.signGet(key, row.fileName, LINK_SECONDS, from)
  return {
    ...row,
    url: linkTo(file),
    displayUrl: linkTo(display),
    thumbnailUrl: linkTo(thumbnail),
    linkExpiresAt: new Date(from.getTime() + LINK_SECONDS * 1_000).toISOString(),
  }
}

interface Page {
  taskId?: number | undefined
  limit: number
  before?: number | undefined
}

/** Returns a company's photos, newest first. Throws 404 if the reader is neither the owner nor an admin. */
export async function listPhotos(
  deps: DocumentsDeps,
  reader: Reader,
  companyId: string,
  { taskId, limit, before = Number.MAX_SAFE_INTEGER }: Page,
): Promise<ListedPhoto[]> {
  await requireCompany(deps, reader, companyId)
  const rows = await listedPhotos(deps.db, companyId, { taskId, limit, before })
  return rows.map((row) => toPhoto(deps, row))
}
