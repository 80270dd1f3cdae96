import { type ComponentType, Suspense } from 'react'
import { PageArrival } from './PageArrival.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

interface PageProps {
  title: string
  of: ComponentType
  /** Pages of one group follow each other as documents do: the last one stands until the next one's chunk is there. */
  group?: string
}

/** One route's screen, with the shape of a page while its chunk comes. */
export function Page({ title, of: Content, group = title }: PageProps) {
  return (
    <Suspense key={group} fallback={<PageSkeleton />}>
      <Content />
      <PageArrival title={title} />
    </Suspense>
  )
}
