import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'

/** The upload form. Its bundle also contains the upload store, so no upload can be in progress before it is loaded. */
export const UploadDocument = lazyPart(() => import('./UploadDocument.tsx'), { missing: PanelMissing })

/** The upload bar. Every section shows it after the upload form is loaded. */
export const Uploads = lazyPart<{ section: number }>(() => import('./Uploads.tsx'))
