import type { Photo } from '@app/contracts/http/photos.ts'
import { type ReactNode, useId, useState } from 'react'
import { unlessOffline } from '../../shared/api/api-error.ts'
import { EndOfList } from '../../shared/ui/EndOfList.tsx'
import { RetryNotice, Skeleton, StaleNotice } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './PhotoSection.module.css'
import { photoKey, type usePhotos } from './use-photos.ts'

export interface OpenedPhoto {
  photo: Photo
  /** Whether the photo was removed while it was shown. */
  isGone: boolean
  onReload: () => void
  onClose: () => void
}

interface PhotoSectionProps {
  title: string
  heading?: 'h2' | 'h3'
  photos: ReturnType<typeof usePhotos>
  /** Controls between the heading and the photos. */
  tools?: ReactNode
  /** The sentence for an empty list. Without it, the section is hidden while it loads and if there are no photos. */
  empty?: string
  /** Names the task of a photo. Without it, the section is about a single task. */
  taskName?: (taskId: number) => string
  /** Renders the dialog with one photo. */
  children: (opened: OpenedPhoto) => ReactNode
}

/** A list of photos, newest first. Photos that were sent together have one line with the note. */
export function PhotoSection({ title, heading: Heading = 'h3', photos, tools, empty, taskName, children }: PhotoSectionProps) {
  const headingId = useId()
  const [opened, setOpened] = useState<Photo>()
  const { query, items, ...growth } = photos
  const listed = opened && items?.find((photo) => photoKey(photo) === photoKey(opened))
  if (listed && listed !== opened) setOpened(listed)
  const reload = () => void query.refetch()
  const isHidden = empty === undefined && !items?.length && !query.isLoadingError
  return (
    <>
      {!isHidden && (
        <section className={styles.section} aria-labelledby={headingId}>
          <Heading id={headingId} className={styles.heading}>
            {title}
          </Heading>
          {tools}
          {query.isPending && (
            <div className={styles.grid} role="status" aria-busy="true" aria-label="Loading photos">
              <Skeleton shape="block" />
              <Skeleton shape="block" />
              <Skeleton shape="block" />
            </div>
          )}
          {query.isLoadingError && (
            <RetryNotice message={unlessOffline(query.error, 'We couldn’t load the photos.')} busy={query.isFetching} onRetry={reload} />
          )}
          <StaleNotice query={query} />
          {items?.length === 0 && <p className={styles.facts}>{empty}</p>}
          {groupsOf(items ?? []).map((group) => (
            <Delivery key={photoKey(group[0])} photos={group} taskName={taskName} onOpen={setOpened} />
          ))}
          <EndOfList {...growth} />
        </section>
      )}
      {opened &&
        children({
          photo: opened,
          isGone: items !== undefined && !listed,
          onReload: reload,
          onClose: () => setOpened(undefined),
        })}
    </>
  )
}

type Group = [Photo, ...Photo[]]

/** Groups photos that are next to each other and were sent together. */
function groupsOf(photos: readonly Photo[]): Group[] {
  const groups: Group[] = []
  for (const photo of photos) {
    const last = groups.at(-1)
    if (last?.[0].deliveryId === photo.deliveryId) last.push(photo)
    else groups.push([photo])
  }
  return groups
}

interface DeliveryProps extends Pick<PhotoSectionProps, 'taskName'> {
  photos: Group
  onOpen: (photo: Photo) => void
}

function Delivery({ photos, taskName, onOpen }: DeliveryProps) {
  const [{ sentAt, taskId, note }] = photos
  return (
    <div className={styles.delivery}>
      <p className={styles.facts}>
        Sent <Time value={sentAt} clock />
        {taskName && taskId !== null && <> · for {taskName(taskId)}</>}
      </p>
      {note && <p className={styles.note}>{note}</p>}
      <ul className={styles.grid}>
        {photos.map((photo) => (
          <li key={photo._id}>
            <button type="button" className={styles.photo} aria-label={`Photo ${photo.fileName}`} onClick={() => onOpen(photo)}>
              <img src={photo.thumbnailUrl} alt="" loading="lazy" decoding="async" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
