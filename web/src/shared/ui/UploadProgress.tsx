import { formatSize } from '@app/contracts/rules/file-size.ts'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from './Button.tsx'
import styles from './UploadProgress.module.css'

interface UploadProgressProps {
  file: File
  /** How much of it is sent, 0 to 1. */
  share: number
  onCancel?: () => void
}

/** How far an upload is, in megabytes and in time. Screen readers are told at each quarter. */
export function UploadProgress({ file, share, onCancel }: UploadProgressProps) {
  const left = useSecondsLeft(share)
  const detail =
    share < 1
      ? [`${formatSize(share * file.size)} of ${formatSize(file.size)}`, left !== undefined && `${inWords(left)} left`]
      : [`${formatSize(file.size)} sent`, 'waiting for the answer']
  const quarters = Math.floor(share * 4)
  const [told, setTold] = useState('')
  const tell = useEffectEvent(() => setTold(quarters === 0 ? '' : detail.filter(Boolean).join(', ')))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each quarter is told as it is reached
  useEffect(() => tell(), [quarters])

  return (
    <div className={styles.upload}>
      <FileWords name={file.name} detail={detail.filter(Boolean).join(' · ')}>
        <progress className={styles.progress} value={share} aria-label={`Upload of ${file.name}`} />
      </FileWords>
      <span className="visually-hidden" role="status">
        {told}
      </span>
      {onCancel && <IconButton className={styles.cancel} label="Cancel the upload" icon={<X />} onClick={onCancel} />}
    </div>
  )
}

/** A file by its name, with a line about it. */
export const FileWords = ({ name, detail, children }: { name: string; detail: string; children?: ReactNode }) => (
  <div className={styles.words}>
    <span className={styles.name}>{name}</span>
    <span className={styles.detail}>{detail}</span>
    {children}
  </div>
)

const TICK_MS = 1000
/** The pace of an upload is that of its last seconds: lines change. */
const PACE_OVER_TICKS = 10

/** Unknown at first, and while nothing moves. */
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

/** As exact as one can say it: "about 25 seconds". */
function inWords(seconds: number): string {
  if (seconds < 7.5) return 'a few seconds'
  if (seconds < 57.5) return `about ${Math.round(seconds / 5) * 5} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes <= 1 ? 'about a minute' : `about ${minutes} minutes`
}
