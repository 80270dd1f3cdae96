import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'

/** The form, which brings the store of uploads: before it has arrived nothing can be uploading. */
export const UploadDocument = lazyPart(() => import('./UploadDocument.tsx'), { missing: PanelMissing })

/** What stands beside every section then. */
export const Uploads = lazyPart<{ section: number }>(() => import('./Uploads.tsx'))
