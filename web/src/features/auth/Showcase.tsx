import { brand } from '@app/contracts/brand.ts'
import { Badge, StatusBadge } from '../../shared/ui/Badge.tsx'
import { Button } from '../../shared/ui/Button.tsx'
import { Card } from '../../shared/ui/Card.tsx'
import { PlatformIcons } from '../../shared/ui/PlatformIcon.tsx'
import styles from './Showcase.module.css'

export function Showcase({ className }: { className: string | undefined }) {
  return (
    <aside className={`${styles.showcase} ${className ?? ''}`} aria-label={`About ${brand.name}`}>
      <p className={styles.line}>See every post before the world does. Approve it, or send it back with a note.</p>
      <ReviewMiniature />
    </aside>
  )
}

const chosen = {
  platform_x: false,
  platform_fb: true,
  platform_insta: true,
  platform_li: false,
  platform_youtube: false,
  platform_via_mail: true,
}

/** A sample task in the portal's components, which are not interactive here. */
function ReviewMiniature() {
  return (
    <figure className={styles.figure} aria-label="A post waiting for review, with the buttons Approve and Refer Back">
      <div className={styles.scene} aria-hidden="true" inert>
        <Card className={styles.task}>
          <PosterDrawing />
          <div className={styles.facts}>
            <div className={styles.head}>
              <span className={styles.title}>Winter oyster roast</span>
              <StatusBadge status="Pending" />
            </div>
            <div className={styles.detail}>
              <span>#318 · posts Sat, Dec 5</span>
              <PlatformIcons chosen={chosen} />
            </div>
            <div className={styles.actions}>
              <Button>Approve</Button>
              <Button tone="quiet">Refer Back</Button>
            </div>
          </div>
        </Card>
        <Card className={styles.note}>
          <Badge tone="roll-back">Version 1</Badge>
          <p className={styles.words}>“Could the date be larger?”</p>
        </Card>
      </div>
    </figure>
  )
}

const HORIZON = 132

function PosterDrawing() {
  return (
    <svg className={styles.poster} viewBox="0 0 320 220" aria-hidden="true">
      <rect className={styles.sky} width="320" height="220" />
      <circle className={styles.sun} cx="244" cy={HORIZON} r="42" />
      <path className={styles.far} d={`M0 ${HORIZON}c40-10 72-6 108-2s70 8 118-2 64-6 94 0v88H0z`} />
      <path className={styles.near} d="M0 168c52-12 96 6 150 4s104-20 170-6v54H0z" />
      <g className={styles.reeds}>
        <path d="M22 206c2-26 0-44-8-62M30 208c0-30 4-48 14-68M40 208c-2-22 0-36 4-48" />
        <path d="M282 208c0-28 4-44 12-60M292 208c-2-30-6-46-14-62M302 208c2-20 2-30 8-42" />
      </g>
      <text className={styles.name} x="24" y="52">
        Oyster roast
      </text>
      <text className={styles.when} x="24" y="80">
        Saturday, December 5, 4 PM
      </text>
    </svg>
  )
}
