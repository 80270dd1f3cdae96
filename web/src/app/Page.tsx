import { type ComponentType, Suspense } from 'react'
import { PageArrival } from './PageArrival.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

/** One route's screen, with the shape of a page while its chunk comes. */
export function Page({ title, of: Content }: { title: string; of: ComponentType }) {
  return (
    <Suspense key={title} fallback={<PageSkeleton />}>
      <Content />
      <PageArrival title={title} />
    </Suspense>
  )
}
