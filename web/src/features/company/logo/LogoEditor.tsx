import { formatPercent } from '@app/contracts/format/numbers.ts'
import { RotateCcw, RotateCw } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { FieldError } from '../../../shared/ui/Field.tsx'
import { useObjectUrl } from '../../../shared/ui/files.ts'
import { Radio } from '../../../shared/ui/Radio.tsx'
import type { Picture } from '../profile-form.ts'
import { type Area, cropPicture } from './crop-picture.ts'
import styles from './LogoEditor.module.css'
import { Slider } from './Slider.tsx'

interface LogoEditorProps {
  logo: Picture
  onCrop: (cropped: File) => void
  onClose: () => void
}

const ZOOM_MAX = 4
/** The widest shape is four times as wide as high, and the tallest is four times as high as wide. */
const RATIO_MAX = 4
/** Distance in pixels that an arrow key moves the picture. */
const KEY_STEP = 8
const CENTRE = { x: 0, y: 0 }

const FAILED = 'We couldn’t change this picture. Try again, or choose a smaller one.'

/** Converts the ratio of width and height (1/4 to 4) to the position of the slider (-100 to 100; 0 is a square). */
const positionOf = (ratio: number): number =>
  Math.round((100 * Math.log(Math.min(Math.max(ratio, 1 / RATIO_MAX), RATIO_MAX))) / Math.log(RATIO_MAX))
const ratioAt = (position: number): number => RATIO_MAX ** (position / 100)

/** Dialog to cut out a part of a logo and to turn the logo. The result replaces the logo in the form. Nothing is sent yet. */
export default function LogoEditor({ logo: current, onCrop, onClose }: LogoEditorProps) {
  // The dialog keeps the logo that the form contained when the dialog opened. With the current logo of the form, the dialog would show the
  // cropped logo for a moment before it closes.
  const [logo] = useState(current)
  const fileUrl = useObjectUrl(logo instanceof File ? logo : null)
  const url = logo instanceof File ? fileUrl : logo
  const [crop, setCrop] = useState(CENTRE)
  const [zoom, setZoom] = useState(1)
  const [quarterTurns, setQuarterTurns] = useState(0)
  const [isSquare, setSquare] = useState(false)
  const [shape, setShape] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const area = useRef<Area>(undefined)
  const groupName = useId()

  function turn(by: 1 | -1): void {
    setQuarterTurns((turns) => turns + by)
    setShape((position) => -position)
    setCrop(CENTRE)
  }

  async function finish(): Promise<void> {
    if (!area.current) return
    setBusy(true)
    setFailure(undefined)
    try {
      onCrop(await cropPicture(logo, quarterTurns, area.current))
      onClose()
    } catch {
      setFailure(FAILED)
      setBusy(false)
    }
  }

  return (
    <Dialog
      title="Crop or rotate your logo"
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button state={isBusy ? 'busy' : 'idle'} busyLabel="Cropping..." onClick={() => void finish()}>
            Use this picture
          </Button>
        </>
      }
    >
      <div className={styles.editor}>
        <div className={styles.stage}>
          {url && (
            <Cropper
              image={url}
              crop={crop}
              zoom={zoom}
              maxZoom={ZOOM_MAX}
              rotation={quarterTurns * 90}
              aspect={isSquare ? 1 : ratioAt(shape)}
              keyboardStep={KEY_STEP}
              disableAutomaticStylesInjection
              cropperProps={{ role: 'group', 'aria-label': 'Part of the logo. Move it with the arrow keys.' }}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropAreaChange={(_share, pixels) => {
                area.current = pixels
              }}
              onMediaLoaded={({ naturalWidth, naturalHeight }) => setShape(positionOf(naturalWidth / naturalHeight))}
            />
          )}
        </div>
        <div className={styles.buttons}>
          <Button tone="quiet" icon={<RotateCcw aria-hidden="true" />} onClick={() => turn(-1)}>
            Rotate left
          </Button>
          <Button tone="quiet" icon={<RotateCw aria-hidden="true" />} onClick={() => turn(1)}>
            Rotate right
          </Button>
        </div>
        <Slider label="Zoom" min={1} max={ZOOM_MAX} step={0.1} value={zoom} text={formatPercent(zoom)} onChange={setZoom} />
        <fieldset>
          <legend className={styles.legend}>Shape</legend>
          <div className={styles.shapes}>
            <Radio className={styles.shape} name={groupName} checked={!isSquare} onChange={() => setSquare(false)}>
              Free
            </Radio>
            <Radio className={styles.shape} name={groupName} checked={isSquare} onChange={() => setSquare(true)}>
              Square
            </Radio>
          </div>
        </fieldset>
        {!isSquare && (
          <Slider label="Tall or wide" min={-100} max={100} step={5} value={shape} text={inWords(ratioAt(shape))} onChange={setShape} />
        )}
        <FieldError id={`${groupName}-failure`}>{failure}</FieldError>
      </div>
    </Dialog>
  )
}

/** Describes the ratio of width and height. */
function inWords(ratio: number): string {
  const times = (Math.round((ratio < 1 ? 1 / ratio : ratio) * 10) / 10).toString()
  if (times === '1') return 'square'
  return ratio < 1 ? `${times} times as high as wide` : `${times} times as wide as high`
}
