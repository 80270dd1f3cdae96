import { formatSize } from '@app/contracts/format/file-size.ts'
import { formatDuration } from '@app/contracts/format/numbers.ts'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from './Button.tsx'
import { FileWords } from './FileWords.tsx'
import styles from './UploadProgress.module.css'

interface UploadProgressProps {
  /** The file that is sent. For several files, a text such as "3 files" and their total size. */
  file: Pick<File, 'name' | 'size'>
  share: number
  onCancel?: () => void
}

/** Progress of an upload in megabytes, and the remaining time. Screen readers announce both at each quarter of the upload. */
export function UploadProgress({ file, share, onCancel }: UploadProgressProps) {
  const left = useSecondsLeft(share)
  const detail =
    share < 1
      ? [`${formatSize(share * file.size)} of ${formatSize(file.size)}`, left !== undefined && `${inWords(left)} left`]
      : [`${formatSize(file.size)} sent`, 'waiting for confirmation']
  const quarters = Math.floor(share * 4)
  const [announced, setAnnounced] = useState('')
  const announce = useEffectEvent(() => setAnnounced(quarters === 0 ? '' : detail.filter(Boolean).join(', ')))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a quarter is reached
  useEffect(() => announce(), [quarters])

  return (
    <div className={styles.upload}>
      <FileWords name={file.name} detail={detail.filter(Boolean).join(' · ')}>
        <progress className={styles.progress} value={share} aria-label={`Upload of ${file.name}`} />
      </FileWords>
      <span className="visually-hidden" role="status">
        {announced}
      </span>
      {onCancel && <IconButton className={styles.cancel} label="Cancel the upload" icon={<X />} onClick={onCancel} />}
    </div>
  )
}

const TICK_MS = 1000
/** The upload speed varies, so it is averaged over this number of ticks. */
const PACE_OVER_TICKS = 10

/** Returns the estimated remaining seconds. Undefined at first and while no bytes are sent. */
function useSecondsLeft(share: number): number | undefined {
  const [seconds, setSeconds] = useState<number>()
  const measure = useEffectEvent(() => ({ at: Date.now(), share }))
  useEffect(() => {
    const points = [measure()]
    const clock = setInterval(() => {
      points.push(measure())
      const [first, last] = [points.at(-1 - PACE_OVER_TICKS) ?? points[0], points.at(-1)]
      if (!first || !last) return
      const pace = (last.share - first.share) / (last.at - first.at)
      setSeconds(pace > 0 ? (1 - last.share) / pace / 1000 : undefined)
    }, TICK_MS)
    return () => clearInterval(clock)
  }, [])
  return seconds
}

/** Returns a rounded duration, for example "about 25 seconds". */
function inWords(seconds: number): string {
  if (seconds < 7.5) return 'a few seconds'
  if (seconds < 57.5) return `about ${formatDuration(Math.round(seconds / 5) * 5, 'second')}`
  const minutes = Math.round(seconds / 60)
  return minutes <= 1 ? 'about a minute' : `about ${formatDuration(minutes, 'minute')}`
}
