import { formatPlaybackTime } from '@app/contracts/format/playback-time.ts'
import { type RefObject, useEffect, useState } from 'react'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { AddNote } from './AddNote.tsx'
import { useNotesOnPreview } from './notes-context.ts'
import styles from './VideoNotes.module.css'

// Loaded on demand, because most videos have no notes.
const MomentNotes = lazyPart(() => import('./MomentNotes.tsx'), { missing: () => null })

interface VideoNotesProps {
  filePosition: number
  video: RefObject<HTMLVideoElement | null>
}

/** The bar below a video: the notes on its moments, and a button that adds a note at the shown moment. */
export default function VideoNotes({ filePosition, video }: VideoNotesProps) {
  const notes = useNotesOnPreview()
  const [atMs, setAtMs] = useState(0)

  useEffect(() => {
    const player = video.current
    if (!player) return
    const follow = () => setAtMs(Math.floor(player.currentTime * 1000))
    player.addEventListener('timeupdate', follow)
    return () => player.removeEventListener('timeupdate', follow)
  }, [video])

  if (!notes) return null
  const { mode, shown } = notes
  const isHere = mode.kind === 'writing' && mode.place.filePosition === filePosition
  const hasNotes = shown.some((note) => note.filePosition === filePosition)

  function pauseHere() {
    video.current?.pause()
    return { filePosition, atMs: Math.floor((video.current?.currentTime ?? 0) * 1000), x: null, y: null, page: null }
  }

  return (
    <div className={styles.bar}>
      {(isHere || hasNotes) && <MomentNotes filePosition={filePosition} video={video} />}
      <AddNote filePosition={filePosition} surface="page" isAimed={false} place={pauseHere}>
        {`Add a note at ${formatPlaybackTime(atMs)}`}
      </AddNote>
    </div>
  )
}
