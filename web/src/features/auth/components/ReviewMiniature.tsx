import { Badge, StatusBadge } from '../../../shared/ui/Badge.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { Card } from '../../../shared/ui/Card.tsx'
import { PlatformIcons } from '../../../shared/ui/PlatformIcon.tsx'
import { PosterDrawing } from './PosterDrawing.tsx'
import styles from './ReviewMiniature.module.css'

const chosen = {
  platform_x: false,
  platform_fb: true,
  platform_insta: true,
  platform_li: false,
  platform_youtube: false,
  platform_via_mail: true,
}

/** A task waiting for its owner, made of the parts the portal is made of; to look at only. */
export function ReviewMiniature() {
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
              <span>#318 · posts Sat 5 Dec</span>
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
