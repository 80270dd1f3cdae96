import { uploadPhoto } from '@app/contracts/http/photos.ts'

/** The accepted types and the maximum size of photos. */
export const photoField = uploadPhoto.form.files.photo
