import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'

/** The upload form. Its bundle contains the upload store, so there can be no uploads before the bundle is loaded. */
export const UploadDocument = lazyPart(() => import('./UploadDocument.tsx'), { missing: PanelMissing })

/** The upload bar. Every section shows the bar after the upload form was loaded once. */
export const Uploads = lazyPart<{ section: number }>(() => import('./Uploads.tsx'))
