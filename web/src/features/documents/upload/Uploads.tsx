import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { useUploads } from './uploads.ts'

const UploadsBar = lazyPart<{ section: number }>(() => import('./UploadsBar.tsx'))

/** Shows the upload bar. The bundle of the bar is loaded with the first upload. */
export default function Uploads({ section }: { section: number }) {
  const isAny = useUploads(({ waiting, sending }) => waiting.length + sending.length > 0)
  return isAny && <UploadsBar section={section} />
}
