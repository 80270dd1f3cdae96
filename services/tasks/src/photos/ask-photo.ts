import { AppError } from '@app/chassis/http/errors.ts'
import { fetchFromService } from '@app/chassis/http/fetch-from-service.ts'
import { findPhotoFile, PhotoFile } from '@app/contracts/http/photos.ts'
import { Value } from 'typebox/value'

interface WantedPhoto {
  photoId: string
  /** The company to which the photo must belong. */
  companyId: string
  /** The `Authorization` header of the admin's request. */
  authorization: string
}

/** Requests from `documents` where the file of a photo is. Returns undefined if the company has no such photo. */
export async function askPhoto(documentsUrl: string, { photoId, companyId, authorization }: WantedPhoto): Promise<PhotoFile | undefined> {
  try {
    const url = new URL(findPhotoFile.url.replace(':id', photoId), documentsUrl)
    url.searchParams.set('companyProfileId', companyId)
    const response = await fetchFromService(url, { headers: { authorization } })
    const body: unknown = await response.json()
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`The service documents responded with status ${response.status}`)
    return Value.Parse(PhotoFile, body)
  } catch (cause) {
    throw new AppError('photos-unavailable', 'unavailable', 'Photos cannot be used at the moment. Please try again shortly.', {
      cause,
      retryAfter: 2,
    })
  }
}
