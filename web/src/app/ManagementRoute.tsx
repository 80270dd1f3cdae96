import { LayoutGrid } from 'lucide-react'
import { ManagementPage } from '../features/management/ManagementPage.tsx'
import { chunk } from '../shared/ui/chunk.tsx'

const digitalContent = chunk(() => import('../features/digital-content/DigitalContent.tsx'))

/** The management area with its sections; their numbers are fixed, for links from mails and bookmarks. */
export default function ManagementRoute() {
  return (
    <ManagementPage sections={[{ index: 0, label: 'Digital Content', icon: <LayoutGrid aria-hidden="true" />, content: digitalContent }]} />
  )
}
